import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

// A process of its own that keeps a database to itself for a while: `node hold-lock.ts PATH MS`.
const [path = '', ms = '0'] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec('BEGIN EXCLUSIVE');
writeSync(1, 'held\n');
await new Promise(resolve => setTimeout(resolve, Number(ms)));
database.exec('COMMIT');
database.close();
