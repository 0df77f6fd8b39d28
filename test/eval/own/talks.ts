import type { ClaimKind } from '../../../src/core/claims/kind.ts';
import type { Line } from '../../core/talk.ts';

/** A statement that holds, with the lines it rests on; the whole line is quoted where no words are given. */
type OwnClaim = {
  readonly text: string;
  readonly cites: readonly (number | readonly [number, string])[];
  readonly kind?: ClaimKind;
  readonly owner?: string;
  readonly due?: string;
};

/** A conversation written for measuring, and what may rightly be said of it. It begins on Monday 9 March 2026, 09:00 UTC. */
export type OwnTalk = {
  readonly id: string;
  readonly language: string;
  readonly lines: readonly Line[];
  readonly claims: readonly OwnClaim[];
};

export const backups: OwnTalk = {
  id: 'backups',
  language: 'en',
  lines: [
    'Ivo: The nightly backup failed again, third time this week. Disk on vault-2 is at 96 %.', // 1
    { say: 'Rosa: Is that the old disk or the one from January?', re: 1 }, // 2
    { say: 'Ivo: The old one, 512 GB. It was never replaced.', re: 2 }, // 3
    'Rosa: Maybe we should keep 14 days instead of 30?', // 4
    { say: 'Ken: I would not go below 21, the auditors ask for three weeks.', re: 4 }, // 5
    { say: 'Rosa: ok, 21 then', re: 5 }, // 6
    { say: 'Ivo: +1', re: 6 }, // 7
    'Ken: A new 2 TB disk costs about $140, delivery takes 3 days.', // 8
    { say: 'Rosa: Ken, can you order one today?', re: 8 }, // 9
    { say: "Ken: Sure, I'll order it this afternoon", re: 9 }, // 10
    "Ivo: I'll change the retention in `backup.toml` tomorrow morning", // 11
    'Ivo: Does anybody know why restic 0.16.4 is so much slower than 0.15?', // 12
    'Farah: We are not switching to another tool before the summer, just so that it is clear.', // 13
    { say: 'Ken: Agreed, no new tool now', re: 13 }, // 14
    'Farah: The restore test took 47 minutes, last quarter it was 31.', // 15
    'Ivo: I think the encryption might be the bottleneck, but I have not measured it', // 16
    'Rosa: Please write that down in #storage-notes, otherwise we forget', // 17
  ],
  claims: [
    { text: 'Ivo reported that the nightly backup failed for the third time this week.', cites: [1] },
    { text: 'The disk on vault-2 is 96% full.', cites: [1], kind: 'fact' },
    { text: 'Ivo explained that the 512 GB disk had never been replaced.', cites: [3] },
    { text: 'Rosa suggested keeping backups for 14 days rather than 30.', cites: [4], kind: 'proposal' },
    { text: 'Ken objected to less than 21 days because the auditors want three weeks.', cites: [5] },
    { text: 'Backups will be kept for 21 days.', cites: [5, 6, 7], kind: 'decision' },
    { text: 'A 2 TB disk costs around $140 and arrives within 3 days.', cites: [8], kind: 'fact' },
    {
      text: 'Ken will order a new disk this afternoon.',
      cites: [9, 10],
      kind: 'action',
      owner: 'Ken',
      due: 'this afternoon',
    },
    {
      text: 'Ivo will change the retention in `backup.toml` tomorrow.',
      cites: [11],
      kind: 'action',
      owner: 'Ivo',
      due: '2026-03-10',
    },
    { text: 'Ivo wants to know why restic 0.16.4 is slower than 0.15.', cites: [12], kind: 'question' },
    { text: 'Farah said that they are not switching to another tool before the summer.', cites: [13] },
    { text: 'Ken agreed with Farah that there will be no new tool now.', cites: [13, 14] },
    { text: 'The restore test took 47 minutes, up from 31 last quarter.', cites: [15], kind: 'fact' },
    { text: 'Ivo thinks the encryption might be the bottleneck, but has not measured it.', cites: [16] },
    { text: 'Rosa asked for it to be written down in #storage-notes.', cites: [17] },
  ],
};

export const festival: OwnTalk = {
  id: 'festival',
  language: 'en',
  lines: [
    'Lena Ortiz: The council gave us Saturday 18 July for the street festival.', // 1
    { say: 'Marek: great! last year we had 1,850 visitors', re: 1 }, // 2
    'Dana: The stage can not stand in front of the fire station, they refused it yesterday', // 3
    'Marek: What if we put it on the church square?', // 4
    { say: 'Dana: Works for me', re: 4 }, // 5
    { say: 'Lena Ortiz: yes, good plan', re: 4, reactions: { '👍': 3 } }, // 6
    'Sunil: The sound company asks for €1,200 plus VAT, the other one wanted 1,650.', // 7
    { say: 'Lena Ortiz: We decided last time to stay under 1,500, so the first one', re: 7 }, // 8
    'Sunil: I will sign the contract with Brightsound on Friday', // 9
    'Dana: @Marek can you ask the brass band if they play for free?', // 10
    { say: 'Marek: will do', re: 10 }, // 11
    'Marek: We could also offer face painting for children', // 12
    { say: 'Sunil: no, we had complaints about that', re: 12 }, // 13
    'Dana: Volunteers must register until 30 June at https://fest.example/help', // 14
    'Lena Ortiz: Should we charge an entrance fee this year?', // 15
    { say: 'Sunil: I doubt people would pay', re: 15 }, // 16
    'Dana: The toilets cost 35 % more than in 2025.', // 17
    'Marek: The bus line 12 will not run through Mill Lane that day.', // 18
  ],
  claims: [
    { text: 'The street festival takes place on Saturday 18 July.', cites: [1], kind: 'fact' },
    { text: 'Marek mentioned that 1850 people came last year.', cites: [2] },
    {
      text: 'The fire station refused to have the stage in front of it, Dana said.',
      cites: [3],
      kind: 'constraint',
    },
    { text: 'The stage will stand on the church square.', cites: [4, 5], kind: 'decision' },
    { text: 'Marek proposed to put the stage on the church square.', cites: [4], kind: 'proposal' },
    {
      text: 'The sound company asks for 1,200 euros plus VAT; the other offer was 1,650.',
      cites: [7],
      kind: 'fact',
    },
    { text: 'Lena reminded everybody that they had decided to stay below 1,500.', cites: [8] },
    {
      text: 'Sunil will sign the contract with Brightsound.',
      cites: [9],
      kind: 'action',
      owner: 'Sunil',
      due: 'Friday',
    },
    {
      text: 'Marek will ask the brass band whether they play for free.',
      cites: [10, 11],
      kind: 'action',
      owner: 'Marek',
    },
    { text: 'Dana asked Marek to talk to the brass band.', cites: [10] },
    { text: 'Marek suggested face painting for children.', cites: [12], kind: 'proposal' },
    { text: 'Sunil rejected face painting because of complaints.', cites: [12, 13] },
    {
      text: 'Volunteers have to register by 30 June at https://fest.example/help.',
      cites: [14],
      kind: 'constraint',
    },
    { text: 'Lena asked whether there should be an entrance fee this year.', cites: [15] },
    { text: 'Sunil doubts that people would pay an entrance fee.', cites: [15, 16] },
    { text: 'According to Dana, toilets cost 35 percent more than in 2025.', cites: [17], kind: 'fact' },
    {
      text: 'Bus line 12 does not run through Mill Lane on the day of the festival.',
      cites: [18],
      kind: 'fact',
    },
  ],
};

export const game: OwnTalk = {
  id: 'game',
  language: 'en',
  lines: [
    'kestrel_77: the 1.8.0 patch broke controller support on linux for me', // 1
    { say: 'Odile: same, steam deck too. reverting to 1.7.3 fixes it', re: 1 }, // 2
    { say: 'dev_Hana: Thanks, reproduced. SDL was bumped to 3.2 in that build, I think that is it.', re: 2 }, // 3
    'dev_Hana: hotfix 1.8.1 goes out on 12 March around 18:00 UTC', // 4
    'tomtom: will the hotfix also include the save bug?', // 5
    { say: 'dev_Hana: no, the save bug needs more time, not before 1.9', re: 5 }, // 6
    'Odile: has anyone beaten the lighthouse boss without the harpoon?', // 7
    { say: 'kestrel_77: yes, took me 26 tries. bring 4 flares and stay left', re: 7 }, // 8
    'tomtom: we should hold the speedrun contest in April, may is full', // 9
    { say: 'Odile: I like it', re: 9, reactions: { '👍': 5 } }, // 10
    'tomtom: ok then the contest is settled: Saturday 11 April, 19:00', // 11
    "kestrel_77: I'll write the rules and post them in #contest", // 12
    "Odile: I can't stream that evening, somebody else has to", // 13
    { say: 'tomtom: @dev_Hana could you stream it?', re: 13 }, // 14
    { say: 'dev_Hana: I will see, probably yes but no promise', re: 14 }, // 15
    'dev_Hana: The map editor is not coming to consoles, sorry.', // 16
    'kestrel_77: download the logs with `harbor --dump-log` and send me the file harbor.log', // 17
    'Odile: prices went up, the deluxe edition is now 24.99 instead of 19.99', // 18
  ],
  claims: [
    { text: 'kestrel_77 reported that patch 1.8.0 broke controller support on Linux.', cites: [1] },
    { text: 'Going back to 1.7.3 helps, according to Odile.', cites: [2] },
    { text: 'dev_Hana suspects the bump of SDL to 3.2.', cites: [3] },
    { text: 'The hotfix 1.8.1 is released on 12 March at about 18:00 UTC.', cites: [4], kind: 'fact' },
    { text: 'The save bug will not be fixed before 1.9.', cites: [5, 6], kind: 'constraint' },
    { text: 'Odile asked whether anyone has beaten the lighthouse boss without the harpoon.', cites: [7] },
    { text: 'kestrel_77 needed 26 tries and advises to bring four flares and to stay left.', cites: [8] },
    {
      text: 'tomtom suggested to hold the speedrun contest in April because May is full.',
      cites: [9],
      kind: 'proposal',
    },
    { text: 'The contest takes place on Saturday 11 April at 19:00.', cites: [11], kind: 'decision' },
    {
      text: 'kestrel_77 will write the rules and post them in #contest.',
      cites: [12],
      kind: 'action',
      owner: 'kestrel_77',
    },
    { text: 'Odile cannot stream that evening.', cites: [13], kind: 'constraint' },
    { text: 'tomtom asked dev_Hana to stream it.', cites: [14] },
    { text: 'dev_Hana may stream the contest, but makes no promise.', cites: [14, 15] },
    { text: 'The map editor is not coming to consoles.', cites: [16], kind: 'fact' },
    { text: 'Logs are written with `harbor --dump-log`; kestrel_77 wants the file harbor.log.', cites: [17] },
    { text: 'The deluxe edition now costs 24.99, up from 19.99.', cites: [18], kind: 'fact' },
  ],
};

export const shop: OwnTalk = {
  id: 'shop',
  language: 'en',
  lines: [
    'Priscilla: Morning. Checkout conversion dropped from 3.4% to 2.9% since Thursday.', // 1
    { say: 'Goran: that is when we switched the payment form to the new provider', re: 1 }, // 2
    { say: 'Aiko: The errors are all Amex cards, 412 declined since then. Visa is fine.', re: 1 }, // 3
    'Goran: how about we route Amex back to Paylane until it is fixed?', // 4
    { say: 'Priscilla: Approved, please do it today', re: 4 }, // 5
    { say: "Goran: on it, I'll flip the flag `amex_paylane` before lunch", re: 5 }, // 6
    'Aiko: I opened a ticket with Kardia, number 88213, they answer within two business days.', // 7
    'Wim: Can we give affected customers a voucher of 10 euros?', // 8
    { say: 'Priscilla: Not sure yet, I have to ask finance first', re: 8 }, // 9
    'Aiko: The invoice page still shows the old logo, see PR #1207', // 10
    { say: 'Wim: I reviewed it, nothing to change from my side', re: 10 }, // 11
    'Wim: I think the summer sale should start a week earlier', // 12
    { say: 'Priscilla: I disagree, the stock arrives on 22 June only', re: 12 }, // 13
    'Goran: Flag is live since 11:40, Amex payments go through again.', // 14
    { say: 'Aiko: confirmed, 18 of 18 test payments worked', re: 14 }, // 15
    "Wim: I won't be here from Wednesday to Friday, Aiko covers for me", // 16
    'Priscilla: Reminder: nobody deploys on Fridays without asking me.', // 17
    'Goran: Do we need to tell legal about the declined payments?', // 18
  ],
  claims: [
    { text: 'Priscilla reported that checkout conversion fell from 3.4 to 2.9 percent.', cites: [1] },
    {
      text: 'Goran pointed out that the payment form was switched to the new provider at that time.',
      cites: [2],
    },
    { text: 'Aiko found that 412 Amex cards were declined, while Visa works.', cites: [3] },
    { text: 'Goran proposed to send Amex back to Paylane until it is fixed.', cites: [4], kind: 'proposal' },
    { text: 'Amex goes back to Paylane until the problem is fixed.', cites: [4, 5], kind: 'decision' },
    {
      text: 'Goran will flip the flag `amex_paylane`.',
      cites: [5, 6],
      kind: 'action',
      owner: 'Goran',
      due: 'before lunch',
    },
    { text: 'Aiko opened ticket 88213 with Kardia, who answer within two business days.', cites: [7] },
    { text: 'Wim asked whether affected customers can get a €10 voucher.', cites: [8] },
    { text: 'Priscilla is not sure about the voucher and will ask finance first.', cites: [8, 9] },
    { text: 'Wim reviewed PR #1207 and had nothing to change.', cites: [10, 11] },
    { text: 'Wim would start the summer sale a week earlier.', cites: [12], kind: 'proposal' },
    { text: 'Priscilla disagreed because the stock only arrives on 22 June.', cites: [12, 13] },
    { text: 'Amex payments have worked again since 11:40.', cites: [14], kind: 'fact' },
    { text: 'Aiko confirmed that all 18 test payments worked.', cites: [14, 15] },
    {
      text: 'Wim is away from Wednesday to Friday and Aiko covers for him.',
      cites: [16],
      kind: 'constraint',
    },
    { text: 'Nobody may deploy on Fridays without asking Priscilla.', cites: [17], kind: 'constraint' },
    { text: 'Goran asked whether legal needs to be told about the declined payments.', cites: [18] },
  ],
};

export const garten: OwnTalk = {
  id: 'garten',
  language: 'de',
  lines: [
    'Birgit: Der neue Zaun kostet 2.350 Euro, das Angebot gilt bis 31. März.', // 1
    { say: 'Uwe: Das ist mir zu teuer, letztes Jahr wollten sie 1.900', re: 1 }, // 2
    'Birgit: Wollen wir nicht lieber nur die Nordseite machen?', // 3
    { say: 'Jonas: Einverstanden, das reicht erstmal', re: 3 }, // 4
    { say: 'Uwe: 👍', re: 3 }, // 5
    'Jonas: Ich hole morgen die Pfosten vom Baumarkt in Lehrte', // 6
    'Meral: Die Wasserpumpe läuft nicht, ich glaube der Filter ist verstopft', // 7
    { say: 'Uwe: Ich schaue sie mir am Samstag an', re: 7 }, // 8
    'Birgit: Wir haben beschlossen, dass Hunde nicht auf die Beete dürfen.', // 9
    'Meral: Weiß jemand, wann der Kompost geliefert wird?', // 10
    'Jonas: Der Beitrag steigt um 12,5 % auf 45 Euro im Jahr.', // 11
    'Meral: Vielleicht könnten wir im Mai ein Sommerfest machen', // 12
    { say: 'Birgit: Meral, kannst du die Schlüssel bei Frau Albers abholen?', re: 12 }, // 13
    { say: 'Meral: ja, mache ich', re: 13 }, // 14
  ],
  claims: [
    { text: 'Der neue Zaun kostet 2350 Euro; das Angebot gilt bis zum 31. März.', cites: [1], kind: 'fact' },
    { text: 'Uwe findet den Zaun zu teuer, letztes Jahr waren es 1.900 Euro.', cites: [1, 2] },
    { text: 'Birgit schlug vor, nur die Nordseite zu machen.', cites: [3], kind: 'proposal' },
    { text: 'Es wird nur die Nordseite gemacht.', cites: [3, 4], kind: 'decision' },
    {
      text: 'Jonas holt die Pfosten am 10. März vom Baumarkt in Lehrte.',
      cites: [6],
      kind: 'action',
      owner: 'Jonas',
    },
    { text: 'Meral glaubt, dass der Filter der Wasserpumpe verstopft ist.', cites: [7] },
    {
      text: 'Uwe sieht sich die Pumpe am Samstag an.',
      cites: [7, 8],
      kind: 'action',
      owner: 'Uwe',
      due: 'am Samstag',
    },
    { text: 'Hunde dürfen nicht auf die Beete.', cites: [9], kind: 'decision' },
    { text: 'Meral fragt, wann der Kompost geliefert wird.', cites: [10], kind: 'question' },
    { text: 'Der Beitrag steigt um 12,5 Prozent auf 45 Euro.', cites: [11], kind: 'fact' },
    { text: 'Meral könnte sich im Mai ein Sommerfest vorstellen.', cites: [12], kind: 'proposal' },
    { text: 'Meral holt die Schlüssel bei Frau Albers ab.', cites: [13, 14], kind: 'action', owner: 'Meral' },
  ],
};

export const biblioteca: OwnTalk = {
  id: 'biblioteca',
  language: 'es',
  lines: [
    'Inés: La biblioteca cierra el 20 de abril por obras, dos semanas.', // 1
    { say: 'Rafa: ¿Y qué hacemos con los 340 libros prestados?', re: 1 }, // 2
    'Inés: Propongo que alarguemos los préstamos hasta el 15 de mayo', // 3
    { say: 'Rafa: De acuerdo', re: 3 }, // 4
    { say: 'Teo: sí, perfecto', re: 3 }, // 5
    'Teo: Yo aviso mañana a los lectores por correo', // 6
    'Rafa: El escáner nuevo no funciona con Windows 11', // 7
    { say: 'Teo: creo que falta el controlador, pero no estoy seguro', re: 7 }, // 8
    'Inés: El presupuesto para mudanza es de 1.800 euros, ya gastamos 650.', // 9
    'Rafa: ¿Alguien sabe quién tiene la llave del almacén?', // 10
    'Inés: Teo, ¿puedes llamar a Transportes Vega antes del viernes?', // 11
    { say: 'Teo: vale, lo hago', re: 11 }, // 12
  ],
  claims: [
    { text: 'La biblioteca cierra el 20 de abril durante dos semanas por obras.', cites: [1], kind: 'fact' },
    { text: 'Rafa preguntó qué hacer con los 340 libros prestados.', cites: [2] },
    { text: 'Inés propuso alargar los préstamos hasta el 15 de mayo.', cites: [3], kind: 'proposal' },
    { text: 'Los préstamos se alargan hasta el 15 de mayo.', cites: [3, 4], kind: 'decision' },
    {
      text: 'Teo avisará a los lectores por correo el 10 de marzo.',
      cites: [6],
      kind: 'action',
      owner: 'Teo',
    },
    { text: 'El escáner nuevo no funciona con Windows 11.', cites: [7], kind: 'fact' },
    { text: 'Teo cree que falta el controlador, pero no está seguro.', cites: [8] },
    {
      text: 'El presupuesto de la mudanza es de 1800 euros, de los que se gastaron 650.',
      cites: [9],
      kind: 'fact',
    },
    { text: 'Rafa quiere saber quién tiene la llave del almacén.', cites: [10], kind: 'question' },
    {
      text: 'Teo llamará a Transportes Vega.',
      cites: [11, 12],
      kind: 'action',
      owner: 'Teo',
      due: 'antes del viernes',
    },
  ],
};

/** Claims in German and Spanish over conversations in English: what compares words abstains, the rest does not. */
export const translatedTalks: readonly OwnTalk[] = [
  {
    ...backups,
    id: 'backups-de',
    claims: [
      {
        text: 'Ivo berichtet, dass die nächtliche Sicherung diese Woche zum dritten Mal fehlgeschlagen ist.',
        cites: [1],
      },
      { text: 'Die Platte auf vault-2 ist zu 96 % voll.', cites: [1], kind: 'fact' },
      {
        text: 'Rosa schlug vor, die Sicherungen nur noch 14 statt 30 Tage aufzuheben.',
        cites: [4],
        kind: 'proposal',
      },
      { text: 'Die Sicherungen werden künftig 21 Tage aufgehoben.', cites: [5, 6, 7], kind: 'decision' },
      {
        text: 'Ken bestellt heute Nachmittag eine neue Platte.',
        cites: [9, 10],
        kind: 'action',
        owner: 'Ken',
      },
      {
        text: 'Ivo ändert am 10. März die Aufbewahrung in `backup.toml`.',
        cites: [11],
        kind: 'action',
        owner: 'Ivo',
      },
      { text: 'Farah sagte, dass sie vor dem Sommer kein anderes Werkzeug einführen.', cites: [13] },
      {
        text: 'Der Test der Wiederherstellung dauerte 47 Minuten, im letzten Quartal waren es 31.',
        cites: [15],
        kind: 'fact',
      },
      { text: 'Rosa bat darum, es in #storage-notes aufzuschreiben.', cites: [17] },
    ],
  },
  {
    ...festival,
    id: 'festival-es',
    claims: [
      { text: 'La fiesta del barrio se celebra el sábado 18 de julio.', cites: [1], kind: 'fact' },
      { text: 'Marek recordó que el año pasado vinieron 1.850 visitantes.', cites: [2] },
      { text: 'El escenario se pondrá en la plaza de la iglesia.', cites: [4, 5], kind: 'decision' },
      { text: 'La empresa de sonido pide 1.200 euros más IVA.', cites: [7], kind: 'fact' },
      {
        text: 'Sunil firmará el contrato con Brightsound el viernes.',
        cites: [9],
        kind: 'action',
        owner: 'Sunil',
      },
      { text: 'Sunil duda de que la gente quiera pagar una entrada.', cites: [15, 16] },
    ],
  },
];
