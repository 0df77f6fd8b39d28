import type { SampleForum } from './sample.ts';

/** A forum for feature requests: one that is planned, one that is disputed, one without an answer. */
export const ideas: SampleForum = {
  channel: 'ideas',
  category: 'community',
  topic: 'One post for each idea; vote with 👍',
  tags: ['planned', 'needs votes', 'digest'],
  posts: [
    {
      title: 'Share a route as a file',
      tags: ['planned'],
      startsAt: '14:00',
      lines: [
        {
          by: 'claire',
          say: 'I would like to send a route to friends who use another app. A GPX file would do.',
          reactions: { '👍': ['mei', 'tom', 'lars'] },
        },
        {
          by: 'tom',
          say: 'GPX is easy, we write it already for the tests. Two days of work.',
          after: 40,
          re: 1,
        },
        { by: 'nadia', say: 'Then we do it: GPX export comes with version 4.2.', after: 25, re: 2 },
        { by: 'tom', say: "I'll build it next week", after: 5 },
      ],
    },
    {
      title: 'A dark map for the evening',
      tags: ['needs votes'],
      startsAt: '10:15',
      lines: [
        {
          by: 'mei',
          say: 'The map is too bright on the train at night. Could it have dark colours?',
          after: 90,
        },
        { by: 'lars', say: 'Yes please', after: 12, re: 1 },
        {
          by: 'priya',
          say: 'Paths and borders would need new colours too, 30 of them. I would not start before summer.',
          after: 15,
          re: 1,
        },
        { by: 'mei', say: 'Is there a setting that makes it less bright until then?', after: 4, re: 3 },
      ],
    },
    {
      title: 'Warn of closed paths',
      startsAt: '09:05',
      lines: [
        {
          by: 'lars',
          say: 'Last Sunday the bridge at Mühltal was closed and we had to turn back. Can the app know of such things?',
          after: 60,
        },
      ],
    },
  ],
};
