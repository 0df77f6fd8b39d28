import { toAvatar } from './messages/avatars.ts';

const nobody = toAvatar({ id: '0', name: '?', isBot: false });

/** All images that the library would otherwise fetch from Discord's servers. */
const avatars = {
  blue: nobody,
  gray: nobody,
  green: nobody,
  orange: nobody,
  red: nobody,
  pink: nobody,
  default: nobody,
};

Object.assign(globalThis, { $discordMessage: { avatars } });
