import { keep, openLogged, summaryOf } from '../../io/keyv/stored-summaries.ts';

// A process of its own that writes into a store: `node put-many.ts URL NAME`.
const [url = '', name = ''] = process.argv.slice(2);
const { store } = await openLogged(url);
for (let index = 0; index < 30; index++) await store.summaries.put(keep('7', summaryOf(`${name}${index}`)));
await store.close();
