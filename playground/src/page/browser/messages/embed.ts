import type { APIEmbed } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { renderMarkdown, type Surroundings } from './markup.ts';

/**
 * An embed in the library's frame. Titles and field names are slots: in attributes, the library would look for emoji
 * and fetch them.
 */
export function renderEmbed(embed: APIEmbed, around: Surroundings): TemplateResult {
  const colour = `#${(embed.color ?? 0x1e1f22).toString(16).padStart(6, '0')}`;
  return html`<discord-embed slot="embeds" color=${colour}>
    ${embed.author ? html`<div slot="description" class="embed-author">${embed.author.name}</div>` : nothing}
    ${embed.title ? html`<div slot="description" class="embed-title">${renderTitle(embed, around)}</div>` : nothing}
    ${
      embed.description
        ? html`<div slot="description" class="embed-description">${renderMarkdown(embed.description, around)}</div>`
        : nothing
    }
    ${embed.fields?.length ? renderFields(embed.fields, around) : nothing}
    ${
      embed.footer
        ? html`<discord-embed-footer slot="footer"><span class="embed-footer">${embed.footer.text}</span></discord-embed-footer>`
        : nothing
    }
  </discord-embed>`;
}

function renderTitle({ title = '', url }: APIEmbed, around: Surroundings): unknown {
  const words = renderMarkdown(title, around);
  if (!url || !/^https?:\/\//i.test(url)) return words;
  return html`<a href=${url} target="_blank" rel="noopener noreferrer">${words}</a>`;
}

function renderFields(fields: NonNullable<APIEmbed['fields']>, around: Surroundings): TemplateResult {
  return html`<div slot="fields" class="embed-fields">
    ${fields.map(
      ({ name, value, inline }) => html`<div class="embed-field ${inline ? 'inline' : ''}">
        <div class="embed-field-name">${renderMarkdown(name, around)}</div>
        <div class="embed-field-value">${renderMarkdown(value, around)}</div>
      </div>`,
    )}
  </div>`;
}
