import { outageMoments, runOverOutage } from './outage.ts';
import { createSmallDisk } from './small-disk.ts';

// A program for `toSmallDiskCommand`: a digest whose disk is full for a while. Prints what became of it as JSON.
const [folder = '', wanted] = process.argv.slice(2);
const disk = createSmallDisk(folder);
const moment = outageMoments.find(each => each === wanted) ?? 'before a run';
const result = await runOverOutage(`sqlite://${disk.folder}/store.sqlite`, moment, {
  begin: disk.fill,
  end: disk.empty,
});
process.stdout.write(JSON.stringify(result));
