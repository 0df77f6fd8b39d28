import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { OpenChannel, SeenPost } from '../shapes.ts';
import type { Deeds } from './deeds.ts';
import { type Reader, toWhen } from './timestamps.ts';

/** The posts of the open forum, those with the newest messages first. */
export function renderPosts({ channel, posts }: OpenChannel, deeds: Deeds, reader: Reader): TemplateResult {
  return html`<ul class="posts" tabindex="0" aria-label="Posts in ${channel.name}">
    ${
      posts.length === 0
        ? html`<li class="no-posts">There are no posts here yet.</li>`
        : repeat(
            posts,
            post => post.id,
            post => html`<li>${renderPost(post, deeds, reader)}</li>`,
          )
    }
  </ul>`;
}

function renderPost(post: SeenPost, deeds: Deeds, reader: Reader): TemplateResult {
  const answers = post.answers === 1 ? '1 answer' : `${post.answers} answers`;
  return html`<button type="button" class="post" @click=${() => deeds.open(post.id)}>
    ${
      post.tags.length > 0
        ? html`<span class="tags">${post.tags.map(tag => html`<span class="tag">${tag}</span>`)}</span>`
        : nothing
    }
    <strong>${post.title}</strong>
    ${post.excerpt ? html`<span class="excerpt"><b>${post.by}:</b> ${post.excerpt}</span>` : nothing}
    <small>${answers} · ${toWhen(post.activeAt, reader)}${post.isArchived ? ' · archived' : ''}</small>
  </button>`;
}
