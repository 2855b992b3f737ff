/** Small pieces of server-rendered pages. Everything that is put in is escaped. */

/** HTML that is safe already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] as string)

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const shown = (part: Part | undefined): string => {
    if (part === undefined) return ''
    if (part instanceof Html) return part.text
    return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part))
  }
  return new Html(strings.map((text, at) => text + shown(parts[at])).join(''))
}

const style = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#14181f;--dim:#5b6472;--line:#dfe3e8;--act:#1f6feb}
@media (prefers-color-scheme:dark){:root{--bg:#0e1116;--card:#171b22;--ink:#e8ebf0;--dim:#98a2b3;--line:#2a303a;--act:#2f81f7}}
*{box-sizing:border-box}body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.3rem;margin:.2rem 0}h2{font-size:1.05rem;margin:1.6rem 0 .5rem}p{margin:.3rem 0;color:var(--dim)}
.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.7rem .9rem;margin:.5rem 0;overflow-wrap:anywhere}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}.dim{color:var(--dim);font-size:.85rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;font:.9rem/1.45 ui-monospace,monospace}
button,select,input{font:inherit;min-height:2.6rem;padding:.2rem .7rem;border-radius:.5rem;border:1px solid var(--line);background:var(--card);color:inherit;max-width:100%}
button{background:var(--act);border-color:var(--act);color:#fff;cursor:pointer}:focus-visible{outline:3px solid var(--act);outline-offset:2px}
label{display:inline-flex;gap:.35rem;align-items:center}details summary{cursor:pointer;min-height:2.2rem}`

export const page = (title: string, body: Html): string =>
  `<!doctype html>${
    html`<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${new Html(style)}</style></head><body><main>${body}</main></body></html>`
      .text
  }`

const clock = new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', timeStyle: 'medium' })
export const timeText = (at: number): string => clock.format(at)

/** A button that posts to an action. */
export const button = (action: string, label: string, fields: Readonly<Record<string, string>> = {}): Html =>
  html`<form method="post" action="${action}">${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button>${label}</button></form>`

export const choice = (
  name: string,
  label: string,
  values: readonly (readonly [string, string])[],
  chosen: string,
): Html =>
  html`<label>${label} <select name="${name}">${values.map(([value, shown]) =>
    value === chosen
      ? html`<option value="${value}" selected>${shown}</option>`
      : html`<option value="${value}">${shown}</option>`,
  )}</select></label>`
