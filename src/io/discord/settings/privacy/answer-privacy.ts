import type { PrivacyAsk } from '../../command.ts';
import type { RequestContext } from '../../interaction/context.ts';
import { defer, deferUpdate } from '../../interaction/reply.ts';
import { askDelete, deleteOwn, setOptedOut, showOwn } from './own-data.ts';
import { type PrivacyPress, privacyIds } from './privacy-ids.ts';
import { askErase, changeAccess, eraseServer, showAccess } from './server-data.ts';

const answers: Readonly<Record<PrivacyAsk, (context: RequestContext) => Promise<void>>> = {
  show: showOwn,
  delete: askDelete,
  opt_out: context => setOptedOut(context, true),
  opt_in: context => setOptedOut(context, false),
  access: showAccess,
  erase: askErase,
};

/** Answers only the person who asked. */
export async function answerPrivacy(context: RequestContext, ask: PrivacyAsk): Promise<void> {
  await defer(context);
  await answers[ask](context);
}

const presses = new Map<string, (context: PrivacyPress) => Promise<void>>([
  [privacyIds.delete, deleteOwn],
  [privacyIds.erase, eraseServer],
  [privacyIds.rule, changeAccess],
  [privacyIds.channels, changeAccess],
  [privacyIds.roles, changeAccess],
]);

export function isPrivacyPress({ customId }: PrivacyPress['interaction']): boolean {
  return presses.has(customId);
}

/** Answers a press on one of these answers. */
export async function answerPrivacyPress(context: PrivacyPress): Promise<void> {
  const { interaction } = context;
  await deferUpdate(interaction);
  await presses.get(interaction.customId)?.(context);
}
