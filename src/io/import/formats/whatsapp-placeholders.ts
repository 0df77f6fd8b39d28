/**
 * The placeholders that WhatsApp writes into exports, in English, German, French, Spanish, Italian,
 * Portuguese (Brazil and Portugal), Dutch, Turkish, Russian and Japanese. A message counts as one only if it is nothing else.
 */
const omitted: Readonly<Record<string, readonly string[]>> = {
  'image/*': [
    'image omitted',
    'bild weggelassen',
    'image absente',
    'imagen omitida',
    'immagine omessa',
    'imagem ocultada',
    'imagem não revelada',
    'afbeelding weggelaten',
    '画像は含まれていません',
    'gif omitted',
    'gif weggelassen',
    'gif retiré',
    'gif omitido',
    'gif esclusa',
    'gif omitida',
    'gif não revelada',
    'gif weggelaten',
    'gifは含まれていません',
    'sticker omitted',
    'sticker weggelassen',
    'sticker omis',
    'sticker omitido',
    'sticker non incluso',
    'figurinha omitida',
    'sticker não revelado',
    'sticker weggelaten',
    'スタンプは含まれていません',
    'görüntü dahil edilmedi',
    'gif dahil edilmedi',
    'çıkartma dahil edilmedi',
    'изображение отсутствует',
    'изображение пропущено',
    'gif отсутствует',
    'gif пропущен',
    'стикер отсутствует',
    'стикер пропущен',
  ],
  'video/*': [
    'video omitted',
    'video weggelassen',
    'vidéo absente',
    'video omitido',
    'video omesso',
    'vídeo omitido',
    'vídeo não revelado',
    'video weggelaten',
    'ビデオは含まれていません',
    'video dahil edilmedi',
    'видео отсутствует',
    'видео пропущено',
  ],
  'audio/*': [
    'audio omitted',
    'audio weggelassen',
    'audio omis',
    'audio omitido',
    'audio omesso',
    'áudio ocultado',
    'ficheiro de áudio não revelado',
    'audio weggelaten',
    '音声は含まれていません',
    'ses dahil edilmedi',
    'аудиофайл отсутствует',
    'аудиофайл пропущен',
    'аудио отсутствует',
    'аудио пропущено',
  ],
  'application/*': [
    'media omitted',
    'medien ausgeschlossen',
    'médias omis',
    'multimedia omitido',
    'media omessi',
    'mídia oculta',
    'ficheiro não revelado',
    'media weggelaten',
    'メディアは含まれていません',
    'document omitted',
    'dokument weggelassen',
    'document manquant',
    'documento omitido',
    'documento omesso',
    'documento não revelado',
    'document weggelaten',
    'ドキュメントは含まれていません',
    'contact card omitted',
    'kontaktkarte ausgelassen',
    'fiche contact manquante',
    'tarjeta de contacto omitida',
    'scheda contatto omessa',
    'cartão do contato omitido',
    'contacto não revelado',
    'visitekaartje weggelaten',
    '連絡先カードを省略',
    'medya dahil edilmedi',
    'belge dahil edilmedi',
    'kişi kartı dahil edilmedi',
    'без медиафайлов',
    'медиафайл отсутствует',
    'документ отсутствует',
    'документ пропущен',
    'карточка контакта отсутствует',
    'карточка контакта пропущена',
  ],
};

const typeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(omitted).flatMap(([type, words]) => words.map(each => [each, type] as const)),
);

const deleted: ReadonlySet<string> = new Set([
  'this message was deleted',
  'you deleted this message',
  'diese nachricht wurde gelöscht',
  'du hast diese nachricht gelöscht',
  'ce message a été supprimé',
  'vous avez supprimé ce message',
  'se eliminó este mensaje',
  'este mensaje fue eliminado',
  'eliminaste este mensaje',
  'questo messaggio è stato eliminato',
  'hai eliminato questo messaggio',
  'mensagem apagada',
  'essa mensagem foi apagada',
  'esta mensagem foi apagada',
  'você apagou esta mensagem',
  'apagou esta mensagem',
  'dit bericht is verwijderd',
  'je hebt dit bericht verwijderd',
  'u hebt dit bericht verwijderd',
  'bu mesaj silindi',
  'bu mesajı sildiniz',
  'данное сообщение удалено',
  'это сообщение удалено',
  'вы удалили данное сообщение',
  'вы удалили это сообщение',
  'このメッセージは削除されました',
  'このメッセージを削除しました',
]);

const edited = toEnding([
  'This message was edited',
  'Diese Nachricht wurde bearbeitet',
  'Ce message a été modifié',
  'Se editó este mensaje',
  'Questo messaggio è stato modificato',
  'Mensagem editada',
  'Esta mensagem foi editada',
  'Dit bericht is bewerkt',
  'Bu mesaj düzenlendi',
  'Сообщение изменено',
  'Данное сообщение изменено',
  'このメッセージは編集されました',
]);

function toEnding(words: readonly string[]): RegExp {
  return new RegExp(`\u200e?<(?:${words.join('|')})[.。]?>$`, 'iu');
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
  /** The name of the file, or null if the export does not have it. */
  readonly file: { readonly name: string | null; readonly type: string | null } | null;
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
    return { text, isDeleted: false, isEdited, file: { name: attached[1] ?? '', type: null } };
  }
  const known = first.replace(/^<\s?|>$|\.$/g, '').toLowerCase();
  const document = toOmittedDocument(first);
  const type = typeOf.get(known) ?? document?.type;
  if (type !== undefined)
    return { text: caption, isDeleted: false, isEdited, file: { name: document?.name ?? null, type } };
  const isDeleted = others.length === 0 && deleted.has(known.replace(/[.。]$/, ''));
  return { text: isDeleted ? '' : plain, isDeleted, isEdited, file: null };
}

/** iOS puts name and pages of a document first: "Plan.pdf • \u200e2 pages \u200edocument omitted". */
function toOmittedDocument(first: string): { readonly name: string; readonly type: string } | null {
  const mark = first.lastIndexOf('\u200e');
  const type =
    mark <= 0
      ? undefined
      : typeOf.get(
          first
            .slice(mark + 1)
            .trim()
            .toLowerCase(),
        );
  const [name = ''] = first.slice(0, Math.max(mark, 0)).split(/ • |\u200e/);
  return type === undefined ? null : { name: name.trim(), type };
}
