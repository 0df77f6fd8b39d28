import { html, type TemplateResult } from 'lit';
import type { SeenOption } from '../../shapes.ts';

/** Discord's limit for people without Nitro, in servers without boosts. */
const mostBytes = 10 * 1024 * 1024;

const kilobytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Why Discord does not take a file; null if it does. */
export function toFileProblem({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  return size > mostBytes ? `${name} is too large: Discord takes files up to 10 MB.` : null;
}

type AttachmentActions = {
  readonly attach: (file: File) => void;
  readonly remove: () => void;
  readonly focus: () => void;
};

/** The field of an option that takes a file, or the chosen file. */
export function renderAttachment(
  { name, fileTypes }: SeenOption,
  file: File | null,
  isActive: boolean,
  { attach, remove, focus }: AttachmentActions,
): TemplateResult {
  if (file !== null) {
    return html`<span class="chip">
      ${file.name} <small>${kilobytes.format(file.size / 1024)} KB</small>
      <button type="button" aria-label="Remove ${file.name}" @click=${remove}>✕</button>
    </span>`;
  }
  return html`<label class="attach">
    <input
      type="file"
      aria-label=${name}
      accept=${fileTypes.map(type => (type.startsWith('.') ? type : `${type}/*`)).join(',')}
      ?data-cursor=${isActive}
      @focus=${focus}
      @change=${(event: Event) => {
        const [chosen] =
          event.currentTarget instanceof HTMLInputElement ? (event.currentTarget.files ?? []) : [];
        if (chosen) attach(chosen);
      }}
    />
    Choose or drop a file
  </label>`;
}

/** A file as the page's server takes it. */
export async function toUpload(file: File): Promise<{ name: string; type: string; base64: string }> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
  return { name: file.name, type: file.type, base64: url.slice(url.indexOf(',') + 1) };
}
