import { hasQuestionMark } from '../conversation/text.ts';
import { tokenize } from '../conversation/tokens.ts';
import { createTermReader } from '../select/languages.ts';

/** Words of greeting, thanks, agreement and laughter in the languages of our interface and related ones. */
const greetings =
  'hi hello hey hiya yo morning afternoon evening night good gm gn welcome bye cheers thanks thank thx ty please sorry congrats congratulations everyone everybody all folks guys team lol haha hahaha nice great cool ok okay yes yep yeah no nope sure agreed ' +
  'hallo moin servus guten morgen tag abend nacht willkommen tschüss danke bitte gerne zusammen alle super toll klar genau ja nein ' +
  'hola buenos buenas días tardes noches bienvenido bienvenida adiós gracias favor todos sí vale claro ' +
  'bonjour bonsoir salut coucou bienvenue merci beaucoup tous tout monde oui non ' +
  'ciao buongiorno buonasera grazie benvenuto tutti sì olá oi bom boa dia obrigado obrigada';
const unspacedGreetings =
  /おはよう(?:ございます)?|こんにち[はわ]|こんばん[はわ]|おやすみ(?:なさい)?|ありがとう(?:ございます|ございました)?|よろしく(?:お願いします)?|お疲れ(?:様|さま)(?:です|でした)?|皆さん|みなさん|了解(?:です|しました)?/gu;

const addresses = /https?:\/\/\S+/g;

const fewestWords = 3;
const fewestTerms = 2;

/** Creates a filter for texts without content: a greeting, thanks, a bare yes or only an address. */
export function createSmallTalkFilter(languages: readonly string[]): (text: string) => boolean {
  // English greetings are used in all languages.
  const read = createTermReader([...languages, 'en']);
  const empty = new Set(read(greetings));
  return text => {
    const words = text.replace(addresses, ' ').replace(unspacedGreetings, ' ');
    if (tokenize(words).length < fewestWords) return true;
    const terms = new Set(read(words).filter(term => !empty.has(term))).size;
    return terms < (/\d/.test(words) || hasQuestionMark(words) ? 1 : fewestTerms);
  };
}

/** Prompt injections: they are no news, and a quote would spread them. */
const instructions = [
  /(?:ignore|disregard|forget|override)\s(?:\S+\s){0,3}(?:previous|prior|above|earlier|preceding|your|system)\s(?:\S+\s){0,2}(?:instructions?|prompts?|rules?|messages?|conversation)/iu,
  /(?:ignorier|vergiss|missachte)\S*\s(?:\S+\s){0,2}(?:anweisung|instruktion|vorgabe)/iu,
  /(?:ignor|olvid|esquec|dimentic)\S*\s(?:\S+\s){0,2}(?:instrucciones|instruções|istruzioni)/iu,
  /(?:ignor|oubli)\S*\s(?:\S+\s){0,2}(?:instructions|consignes)/iu,
  /指示を?(?:すべて|全て)?(?:無視|忘れ)/u,
  /^@?(?:dear |hey )?(?:footnote|summari[sz]er|(?:summary|ai) bot|assistant)\s?[,:]\s/imu,
  /^(?:note|message) (?:to|for) (?:the |any |all )?(?:summari[sz]|summary|ai\b|bot|assistant|(?:language )?model|llm)/imu,
  /^@(?:footnote|summary|summari[sz]e)\b/imu,
];

export function isAimedAtBot(text: string): boolean {
  return instructions.some(pattern => pattern.test(text));
}

/** Lines for embeds and files, and a forward, which runs to the end of its message. */
export const notTyped =
  /^\[(?:embed:|poll:|sticker:|voice message|(?:image|video|audio|file)(?::|\]$)).*$|^\[forwarded\] [\s\S]*/gm;

/** The words that a person typed, without those of embeds, file names and forwards. */
export function toOwnWords(text: string): string {
  return text.replace(notTyped, '');
}
