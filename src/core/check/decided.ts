/** Words by which a statement says that something was settled by those who talked, not by one of them for themselves. */
const decided =
  /(?<!\p{L})(?:(?:was|were|been|is|are|got) (?:\p{L}+ly )?(?:decided|agreed|approved|settled|accepted|adopted)|(?:they|we|team|group|everybody|everyone|all|channel|participants) (?:have |has )?(?:all )?(?:decided|agreed (?:to|on|that)|approved|settled|chose)|decided (?:to|on|that|against|for|not)|agreed (?:to|on)|the decision|decision(?: is)?:|(?:wurde|wurden|haben|hat) [^.]{0,60}(?:beschlossen|entschieden|vereinbart|genehmigt)|(?:einigten|entschieden) sich|(?:se )?(?:decidió|decidieron|acordó|acordaron|aprobó|aprobaron)|(?:a|ont|ete|été|est|il a été) (?:décidé|convenu|approuvé))(?!\p{L})|(?:決定|決まっ|合意)/iu;

/** Whether a statement says that something was decided; what it says so of is then checked as a decision. */
export function saysDecided(text: string): boolean {
  return decided.test(text);
}
