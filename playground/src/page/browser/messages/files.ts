import { html, nothing, type TemplateResult } from 'lit';
import type { SeenMessage } from '../../shapes.ts';

type File = SeenMessage['attachments'][number];

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** The contents of a message beside its text: files, stickers, a poll. */
export function renderFiles(message: SeenMessage): unknown {
  const stickers = message.sticker_items ?? [];
  if (message.attachments.length === 0 && stickers.length === 0 && !message.poll) return nothing;
  return html`<div slot="attachments" class="files">
    ${message.attachments.map(renderFile)}
    ${stickers.map(({ name }) => html`<div class="file">Sticker: ${name}</div>`)}
    ${message.poll ? renderPoll(message.poll) : nothing}
  </div>`;
}

function renderFile(file: File): TemplateResult {
  if (file.duration_secs !== undefined) {
    return html`<div class="file">▶ Voice message, ${number.format(file.duration_secs)} s</div>`;
  }
  if (/^image\/(?:png|jpeg|gif|webp)$/.test(file.content_type ?? '')) {
    return html`<img class="picture" src=${file.url} alt=${file.description ?? file.filename} />`;
  }
  return html`<div class="file">
    <a href=${file.url} target="_blank" rel="noopener noreferrer">${file.filename}</a>
    <small>${number.format(file.size / 1024)} KB</small>
  </div>`;
}

function renderPoll({ question, answers, results }: NonNullable<SeenMessage['poll']>): TemplateResult {
  const countOf = (id: number): number => results?.answer_counts.find(one => one.id === id)?.count ?? 0;
  return html`<div class="file poll">
    <strong>${question.text}</strong>
    <ul>
      ${answers.map(
        ({ answer_id, poll_media }) => html`<li>${poll_media.text} <small>${countOf(answer_id)}</small></li>`,
      )}
    </ul>
  </div>`;
}
