import { expect, test } from 'vitest';
import type { Store } from '../../../../../src/io/keyv/open-store.ts';
import { guild, otherGuild } from '../../stored-summaries.ts';

const token = {
  tokenId: '0123456789abcdef',
  guildId: guild,
  userId: '1099000000000000011',
  channelIds: ['1099000000000000042'],
  secretHash: 'a'.repeat(64),
  createdAt: '2026-03-01T10:00:00.000Z',
};

/** What every store does with API tokens. */
export function testTokens(store: () => Store): void {
  test('keeps API tokens until they are revoked or their server is erased', async () => {
    const { tokens, summaries } = store();
    expect(await tokens.get(token.tokenId)).toBeNull();
    const { channelIds: _, ...whole } = token;
    const others = [
      { ...whole, tokenId: '1'.repeat(16), createdAt: '2026-02-01T10:00:00.000Z' },
      { ...whole, tokenId: '2'.repeat(16), guildId: otherGuild, createdAt: '2026-04-01T10:00:00.000Z' },
    ];
    for (const each of [token, ...others]) await tokens.put(each);
    expect(await tokens.get(token.tokenId)).toEqual(token);
    expect(await tokens.list()).toEqual([others[0], token, others[1]]);
    expect(await tokens.remove('1'.repeat(16))).toBe(true);
    expect(await tokens.remove('1'.repeat(16))).toBe(false);
    await summaries.eraseGuild(guild);
    expect(await tokens.list()).toEqual([others[1]]);
  });
}
