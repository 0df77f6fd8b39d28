import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { SeenMessage, Snapshot } from '../shapes.ts';
import { isHintWanted } from './bar/hint-storage.ts';
import type { CommandLine } from './composer/command-line.ts';

export type Toast = { readonly id: number; readonly text: string; readonly isBad: boolean };

/** A form that the bot opened, waiting to be filled in. */
export type OpenModal = {
  readonly interactionId: string;
  readonly channelId: string;
  readonly modal: APIModalInteractionResponseCallbackData;
};

/** Which message's menu is open, and where. */
export type OpenMenu = { readonly message: SeenMessage; readonly x: number; readonly y: number };

export type Popover = 'people' | 'simulate' | 'readers' | null;

/** All that the page shows; the snapshot is Discord's, the rest is this reader's own. */
export type PageState = {
  snapshot: Snapshot | null;
  isConnected: boolean;
  userId: string | null;
  channelId: string | null;
  limit: number;
  /** The message that a link led to, while it is lit up. */
  litId: string | null;
  /** Where the reader was when they followed a link. */
  cameFrom: { readonly channelId: string; readonly messageId: string } | null;
  toasts: readonly Toast[];
  modal: OpenModal | null;
  menu: OpenMenu | null;
  popover: Popover;
  isHintOpen: boolean;
  isDrawerOpen: boolean;
  replyTo: SeenMessage | null;
  editing: SeenMessage | null;
  /** What is being asked of the bot and has no answer yet: components by "message custom-id", and commands. */
  pending: ReadonlySet<string>;
  /** What is typed into the composer, while it is no command. */
  text: string;
  line: CommandLine | null;
  /** Which suggestion is marked; -1 for none. */
  marked: number;
  areSuggestionsHidden: boolean;
};

export function createPageState(): PageState {
  return {
    snapshot: null,
    isConnected: false,
    userId: null,
    channelId: null,
    limit: 100,
    litId: null,
    cameFrom: null,
    toasts: [],
    modal: null,
    menu: null,
    popover: null,
    isHintOpen: isHintWanted(),
    isDrawerOpen: false,
    replyTo: null,
    editing: null,
    pending: new Set(),
    text: '',
    line: null,
    marked: -1,
    areSuggestionsHidden: false,
  };
}

/** The page's state with what may be done to it; `update` shows what was changed. */
export type Page = {
  readonly state: PageState;
  readonly update: (change: Partial<PageState>) => void;
};
