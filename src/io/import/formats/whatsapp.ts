import { hash } from 'node:crypto';
import type { ReadResult } from '../../../app/ports.ts';
import { toMediaType } from '../../../core/conversation/discord.ts';
import type { Attachment, Message } from '../../../core/conversation/message.ts';
import { toAuthorName, toMessageText, toOneLine } from '../../../core/conversation/text.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import { createNumberMask, withoutDirectionMarks } from '../phone-numbers.ts';
import {
  createMessage,
  type FormatOptions,
  maxCharacters,
  type SkippedRecord,
  toSkippedNotices,
  toTitle,
} from '../records.ts';
import { createZoneReader } from '../times.ts';
import { findDateOrder, type Head, refuseUnknownPeriods, toChatLines, toLocalMs } from './whatsapp-lines.ts';

/**
 * Reads a chat that WhatsApp exported. Ids are made of author, time, text, and how many equal messages came before, so a later export gives
 * the same. @throws UserError `dates_ambiguous`, `format_unknown` if no order of dates fits, or `no_messages`.
 */
export function readWhatsApp(
  text: string,
  fileName: string,
  { zone, dateOrder, showNumbers, numberKey }: FormatOptions,
): ReadResult {
  const { heads, preamble } = toChatLines(text);
  if (heads.length === 0) throw new UserError('no_messages', `${fileName} contains no WhatsApp message.`);
  const order = dateOrder ?? findDateOrder(heads, fileName);
  refuseUnknownPeriods(heads, fileName);
  const readZone = createZoneReader(zone);
  const toMasked = createNumberMask(numberKey ?? text.slice(0, text.search(/[\n\r]|$/u)));
  const toShown = (masked: string, source: string) => (showNumbers === true ? source : masked);
  const toId = createIds();
  const messages: Message[] = [];
  const skipped: SkippedRecord[] = [];
  let time: string | undefined;
  for (const head of heads) {
    const { author, text: body } = splitAuthor(head);
    const place = `line ${head.line}`;
    const localMs = toLocalMs(head, order);
    if (localMs === null) {
      const shown = head.date.join(head.separator);
      skipped.push({ place, reason: `there is no ${shown}, ${head.hour}:${head.minute}` });
      continue;
    }
    if (body.length > maxCharacters) {
      const limit = maxCharacters.toLocaleString('en-US');
      skipped.push({ place, reason: `it has more than ${limit} characters` });
      continue;
    }
    time = readZone(localMs, time);
    const said = toChatText(body);
    // People who are no contacts have a tilde before the name.
    const name = toAuthorName(withoutDirectionMarks(author ?? '').replace(/^~\s*/u, ''));
    const maskedName = toMasked(name);
    const maskedText = toMasked(said.text);
    const isSystem = // On iOS, what WhatsApp wrote has a name, and a direction mark before the text. Polls and places have one too, and a colon.
      author === null ||
      (author !== '' &&
        /^[\u200e\u200f]/.test(body) &&
        said.file === null &&
        !said.isDeleted &&
        !/^[^"“”«»「\n]*[:：]/u.test(body));
    const attachments = said.file ? [said.file] : [];
    messages.push(
      createMessage({
        id: toId([maskedName, String(localMs), toMasked(body)]),
        kind: isSystem ? 'system' : 'said',
        author: { id: isSystem ? '' : maskedName, name: toShown(maskedName, name), bot: false },
        time,
        editedTime: said.isEdited ? time : undefined,
        deleted: said.isDeleted ? true : undefined,
        text: toMessageText(toShown(maskedText, said.text), { attachments }),
        attachments,
      }),
    );
  }
  const notices: string[] = [...toSkippedNotices(fileName, skipped)];
  if (dateOrder !== undefined && messages.length === 0)
    throw new UserError(
      'dates_ambiguous',
      `No date of ${fileName} fits --date-order ${dateOrder}: ${notices.join(' ')} Choose another order, or leave it out.`,
    );
  if (preamble > 0) {
    const lines = toCountWords(preamble, 'line comes', 'lines come');
    notices.push(`${fileName}: ${lines} before the first message and cannot be read.`);
  }
  const title = toOneLine(toTitle(fileName));
  const source = { type: 'whatsapp', title: toShown(toMasked(title), title), channelIds: [] } as const;
  return { conversation: { source, messages, unreadable: skipped.length + preamble }, notices };
}

function splitAuthor({ rest, more }: Head): { readonly author: string | null; readonly text: string } {
  const [, author, own] = /^(.+?):\s(.*)$/u.exec(rest) ?? [];
  const isName = author !== undefined && !inQuotes.test(author);
  const text = [isName ? own : rest, ...more].join('\n').trimEnd();
  return { author: isName ? author : null, text };
}

/** "Mia created group “Trip: Rome" has a colon but no author: the quotation marks enclose a group's name. */
const inQuotes = /["“”«»「]/u;

function createIds(): (parts: readonly string[]) => string {
  const seen = new Map<string, number>();
  return parts => {
    const content = hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 20);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return before === 0 ? content : `${content}-${before + 1}`;
  };
}

// The words that WhatsApp writes into exports, in English, German, French, Spanish, Italian, Portuguese (Brazil and
// Portugal), Dutch, Turkish, Russian and Japanese. A message counts as a placeholder only if it is nothing else.

/** Names of files that were not exported, by their type. */
const files = [
  [
    'image/*',
    'image|bild|imagen|immagine|imagem|afbeelding|görüntü|изображение|画像|gif|sticker|figurinha|çıkartma|стикер|スタンプ',
  ],
  ['video/*', 'video|vidéo|vídeo|видео|ビデオ'],
  ['audio/*', 'audio|áudio|ficheiro de áudio|ses|аудио(?:файл)?|音声'],
  [
    'application/*',
    [
      'media|medien|médias|multimedia|mídia|ficheiro|medya|медиафайл|メディア',
      'document|dokument|documento|belge|документ|ドキュメント',
      'contact card|kontaktkarte|fiche contact|tarjeta de contacto|scheda contatto|cartão do contato|contacto',
      'visitekaartje|kişi kartı|карточка контакта|連絡先カード',
    ].join('|'),
  ],
] as const;

/** What follows these names. */
const leftOut = [
  'omitted|weggelassen|ausgelassen|ausgeschlossen|absente|manquante?|omis|retiré|omitid[oa]',
  'omess[aoi]|esclusa|non incluso|ocultad[oa]|oculta|não revelad[oa]|weggelaten|dahil edilmedi',
  'отсутствует|пропущен[ао]?|は含まれていません|を省略',
].join('|');

const omitted = files.map(([type, names]) => ({
  type,
  words: new RegExp(
    `^(?:(?:${names}) ?(?:${leftOut})${type === 'application/*' ? '|без медиафайлов' : ''})$`,
    'iu',
  ),
}));

const deleted = toPattern('^', '[.。]?$', [
  'this message was deleted|you deleted this message',
  'diese nachricht wurde gelöscht|du hast diese nachricht gelöscht',
  'ce message a été supprimé|vous avez supprimé ce message',
  'se eliminó este mensaje|este mensaje fue eliminado|eliminaste este mensaje',
  'questo messaggio è stato eliminato|hai eliminato questo messaggio',
  'mensagem apagada|es[st]a mensagem foi apagada|(?:você )?apagou esta mensagem',
  'dit bericht is verwijderd|(?:je|u) hebt dit bericht verwijderd',
  'bu mesaj silindi|bu mesajı sildiniz',
  '(?:данное|это) сообщение удалено|вы удалили (?:данное|это) сообщение',
  'このメッセージは削除されました|このメッセージを削除しました',
]);

const edited = toPattern('\u200e?<', '[.。]?>$', [
  'This message was edited|Diese Nachricht wurde bearbeitet|Ce message a été modifié|Se editó este mensaje',
  'Questo messaggio è stato modificato|Mensagem editada|Esta mensagem foi editada|Dit bericht is bewerkt',
  'Bu mesaj düzenlendi|(?:Данное с|С)ообщение изменено|このメッセージは編集されました',
]);

function toPattern(before: string, after: string, phrases: readonly string[]): RegExp {
  return new RegExp(`${before}(?:${phrases.join('|')})${after}`, 'iu');
}

/** Android writes the name in front: "IMG-20260312-WA0004.jpg (file attached)"; a caption follows on the next line. */
const attachedAfter =
  /^(.{1,255}?) \((?:file attached|Datei angehängt|fichier joint|archivo adjunto|file allegato|arquivo anexado|ficheiro anexado|bestand bijgevoegd|dosya ekli|файл добавлен|ファイル添付)\)$/iu;
/** iOS writes "<attached: 00000012-PHOTO.jpg>", in any language after a mark of writing direction. */
const attachedIn = /^<[^<>:：]{1,30}[:：]\s?([^<>]{1,255}\.\w{1,5})>/u;

type ChatText = {
  readonly text: string;
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
  readonly file: Attachment | null;
};

function toChatText(source: string): ChatText {
  const whole = source.trimEnd();
  const unedited = whole.replace(edited, '');
  const isEdited = unedited !== whole;
  const plain = unedited.replace(/^[\u200e\u200f\s]+/, '').trimEnd();
  const [first = '', ...others] = plain.split('\n');
  const caption = others.join('\n').trim();
  const attached = attachedIn.exec(first) ?? attachedAfter.exec(first);
  if (attached) {
    const besides = first.slice(attached[0].length).trim();
    const text = [besides, caption].filter(each => each !== '').join('\n');
    const name = toOneLine(attached[1] ?? '');
    return { text, isDeleted: false, isEdited, file: { name, type: toMediaType(name) } };
  }
  // iOS puts name and pages of a document first: "Plan.pdf • \u200e2 pages \u200edocument omitted".
  const mark = first.lastIndexOf('\u200e');
  const known = first
    .slice(mark + 1)
    .trim()
    .replace(/^<\s?|>$|\.$/g, '');
  const type = omitted.find(({ words }) => words.test(known))?.type;
  if (type !== undefined) {
    const name = mark > 0 ? toOneLine(first.split(/ • |\u200e/)[0] ?? '') : null;
    return { text: caption, isDeleted: false, isEdited, file: { name, type } };
  }
  const isDeleted = others.length === 0 && deleted.test(first);
  return { text: isDeleted ? '' : plain, isDeleted, isEdited, file: null };
}
