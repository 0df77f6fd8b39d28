import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { OpenChannel, SeenPost } from '../../shapes.ts';
import type { PageActions } from '../actions.ts';
import { type Surroundings, toPlainWords } from '../messages/markup.ts';
import { toWhen } from '../messages/timestamps.ts';

/** The posts of the open forum, the most active first. */
export function renderPosts(
  { channel, posts }: OpenChannel,
  pageActions: PageActions,
  around: Surroundings,
): TemplateResult {
  return html`<ul class="posts" tabindex="0" aria-label="Posts in ${channel.name}">
    ${
      posts.length === 0
        ? html`<li class="no-posts">There are no posts here yet.</li>`
        : repeat(
            posts,
            post => post.id,
            post => html`<li>${renderPost(post, pageActions, around)}</li>`,
          )
    }
  </ul>`;
}

function renderPost(post: SeenPost, pageActions: PageActions, around: Surroundings): TemplateResult {
  const answers = post.answers === 1 ? '1 answer' : `${post.answers} answers`;
  const words = toPlainWords(post.text, around);
  return html`<button type="button" class="post" @click=${() => pageActions.open(post.id)}>
    ${
      post.tags.length > 0
        ? html`<span class="tags">${post.tags.map(tag => html`<span class="tag">${tag}</span>`)}</span>`
        : nothing
    }
    <strong>${post.title}</strong>
    ${words ? html`<span class="excerpt"><b>${post.by}:</b> ${words}</span>` : nothing}
    <small>${answers} · ${toWhen(post.activeAt, around.reader)}${post.isArchived ? ' · archived' : ''}</small>
  </button>`;
}
