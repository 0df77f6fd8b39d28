import type { OwnTalk } from './own-talk.ts';

export const game: OwnTalk = {
  id: 'game',
  language: 'en',
  lines: [
    'kestrel_77: the 1.8.0 patch broke controller support on linux for me', // 1
    { say: 'Odile: same, steam deck too. reverting to 1.7.3 fixes it', re: 1 }, // 2
    { say: 'dev_Hana: Thanks, reproduced. SDL was bumped to 3.2 in that build, I think that is it.', re: 2 }, // 3
    'dev_Hana: hotfix 1.8.1 goes out on 12 March around 18:00 UTC', // 4
    'tomtom: will the hotfix also include the save bug?', // 5
    { say: 'dev_Hana: no, the save bug needs more time, not before 1.9', re: 5 }, // 6
    'Odile: has anyone beaten the lighthouse boss without the harpoon?', // 7
    { say: 'kestrel_77: yes, took me 26 tries. bring 4 flares and stay left', re: 7 }, // 8
    'tomtom: we should hold the speedrun contest in April, may is full', // 9
    { say: 'Odile: I like it', re: 9, reactions: { '👍': 5 } }, // 10
    'tomtom: ok then the contest is settled: Saturday 11 April, 19:00', // 11
    "kestrel_77: I'll write the rules and post them in #contest", // 12
    "Odile: I can't stream that evening, somebody else has to", // 13
    { say: 'tomtom: @dev_Hana could you stream it?', re: 13 }, // 14
    { say: 'dev_Hana: I will see, probably yes but no promise', re: 14 }, // 15
    'dev_Hana: The map editor is not coming to consoles, sorry.', // 16
    'kestrel_77: download the logs with `harbor --dump-log` and send me the file harbor.log', // 17
    'Odile: prices went up, the deluxe edition is now 24.99 instead of 19.99', // 18
  ],
  claims: [
    { text: 'kestrel_77 reported that patch 1.8.0 broke controller support on Linux.', cites: [1] },
    { text: 'Going back to 1.7.3 helps, according to Odile.', cites: [2] },
    { text: 'dev_Hana suspects the bump of SDL to 3.2.', cites: [3] },
    { text: 'The hotfix 1.8.1 is released on 12 March at about 18:00 UTC.', cites: [4], kind: 'fact' },
    { text: 'The save bug will not be fixed before 1.9.', cites: [5, 6], kind: 'constraint' },
    { text: 'Odile asked whether anyone has beaten the lighthouse boss without the harpoon.', cites: [7] },
    { text: 'kestrel_77 needed 26 tries and advises to bring four flares and to stay left.', cites: [8] },
    {
      text: 'tomtom suggested to hold the speedrun contest in April because May is full.',
      cites: [9],
      kind: 'proposal',
    },
    { text: 'The contest takes place on Saturday 11 April at 19:00.', cites: [11], kind: 'decision' },
    {
      text: 'kestrel_77 will write the rules and post them in #contest.',
      cites: [12],
      kind: 'action',
      owner: 'kestrel_77',
    },
    { text: 'Odile cannot stream that evening.', cites: [13], kind: 'constraint' },
    { text: 'tomtom asked dev_Hana to stream it.', cites: [14] },
    { text: 'dev_Hana may stream the contest, but makes no promise.', cites: [14, 15] },
    { text: 'The map editor is not coming to consoles.', cites: [16], kind: 'fact' },
    { text: 'Logs are written with `harbor --dump-log`; kestrel_77 wants the file harbor.log.', cites: [17] },
    { text: 'The deluxe edition now costs 24.99, up from 19.99.', cites: [18], kind: 'fact' },
  ],
};
