import { toMediaType } from '../../../core/conversation/discord.ts';
import type { Attachment } from '../../../core/conversation/message.ts';
import { toOneLine } from '../../../core/conversation/text.ts';

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

/** A message's text without placeholders, and what these say. */
type ChatText = {
  readonly text: string;
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
  readonly file: Attachment | null;
};

/** Removes WhatsApp's own words from the text of a message. */
export function toChatText(source: string): ChatText {
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
