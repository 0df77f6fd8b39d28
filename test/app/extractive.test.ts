import { extractiveEngine } from '../../src/app/extractive.ts';
import { describeEngine } from './engine-conformance.ts';

describeEngine('extractive', async () => extractiveEngine);
