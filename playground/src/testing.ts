export { findProblems } from './testing/description.ts';
export { watchExchanges } from './testing/failed-exchanges.ts';
export { logIn, setUp, start } from './testing/start.ts';
