import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { SeenMessage, Snapshot } from '../shapes.ts';
import type { CommandLine } from './composer/command-line.ts';

type Toast = { readonly id: number; readonly text: string; readonly isBad: boolean };

/** The bot's open form. */
export type OpenModal = {
  readonly interactionId: string;
  readonly channelId: string;
  readonly modal: APIModalInteractionResponseCallbackData;
};

/** The message with an open menu, and the menu's position. */
export type OpenMenu = { readonly message: SeenMessage; readonly x: number; readonly y: number };

export type Popover = 'people' | 'simulate' | 'readers' | null;

/** The page's state; the snapshot comes from the server, the rest is local. */
export type PageState = {
  readonly title: string;
  snapshot: Snapshot | null;
  isConnected: boolean;
  userId: string | null;
  channelId: string | null;
  limit: number;
  /** The highlighted target of a link. */
  litId: string | null;
  toasts: readonly Toast[];
  modal: OpenModal | null;
  menu: OpenMenu | null;
  popover: Popover;
  /** Discord's setting "Show embeds". */
  showsEmbeds: boolean;
  isHintOpen: boolean;
  isDrawerOpen: boolean;
  replyTo: SeenMessage | null;
  editing: SeenMessage | null;
  /** Requests to the bot without an answer yet: components as "message custom-id", and commands. */
  pending: ReadonlySet<string>;
  /** The composer's text, unless it is a command. */
  text: string;
  line: CommandLine | null;
  /** The index of the marked suggestion; -1 for none. */
  marked: number;
  areSuggestionsHidden: boolean;
};

const hintKey = 'hint-closed';

/** For the next time the page is opened in this browser. */
export function rememberHintClosed(): void {
  localStorage.setItem(hintKey, 'yes');
}

export function createPageState(): PageState {
  return {
    title: document.title,
    snapshot: null,
    isConnected: false,
    userId: null,
    channelId: null,
    limit: 100,
    litId: null,
    toasts: [],
    modal: null,
    menu: null,
    popover: null,
    showsEmbeds: true,
    isHintOpen: localStorage.getItem(hintKey) === null,
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

/** The page's state; `update` changes it and renders the page. */
export type Page = {
  readonly state: PageState;
  readonly update: (change: Partial<PageState>) => void;
};
