import type { DateOrder } from '../../app/chats/ports.ts';

/** Facts that a file does not contain. */
export type FormatOptions = {
  /** The IANA zone of times that name none. */
  readonly zone: string;
  /** Absent if the file is to show it. */
  readonly dateOrder?: DateOrder | undefined;
  /** When a transcript begins: an ISO date, with or without a time. */
  readonly start?: string | undefined;
  /** Phone numbers are masked unless this is true. */
  readonly showNumbers?: boolean | undefined;
  /**
   * Masks of numbers are made with it; secret, and the same for all exports of a chat. By default the beginning of the
   * file, which only its readers know.
   */
  readonly numberKey?: string | undefined;
};
