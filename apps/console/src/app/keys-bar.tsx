import { Dialog } from '@maru/ui'
import { Fragment, useState } from 'react'
import { type Shortcut, useKeys, useShortcuts } from '../parts/keys.ts'
import { t } from './texts.ts'

const names: Readonly<Record<string, string>> = { Enter: 'Enter', Escape: 'Esc' }

/** The keys of a shortcut, as they stand on the keyboard. */
function Keys({ of }: { of: string }) {
  return of.split(' ').map((key, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a shortcut never change their order.
    <Fragment key={index}>
      <kbd>{names[key] ?? key.toUpperCase()}</kbd>
    </Fragment>
  ))
}

/** The shortcuts of the page in one line; ? names all of them. */
export function KeysBar() {
  const [open, setOpen] = useState(false)
  const named = useShortcuts(({ layers }) => layers)
    .flat()
    .filter((shortcut): shortcut is Shortcut & { label: string } => shortcut.label !== undefined)
    // What a page has for a key stands instead of what the console has for it.
    .filter(({ key }, at, all) => all.findLastIndex((one) => one.key === key) === at)
  useKeys([{ key: '?', run: () => setOpen(true) }])
  const ofPage = named.filter(({ key }) => !key.includes(' '))
  return (
    <footer className="keys">
      {ofPage.map(({ key, label }) => (
        <span key={key}>
          <Keys of={key} /> {label}
        </span>
      ))}
      <button type="button" className="keys-b" onClick={() => setOpen(true)}>
        <kbd>?</kbd> {t('shortcuts')}
      </button>
      <Dialog open={open} title={t('shortcuts')} onClose={() => setOpen(false)}>
        <dl className="keys-l">
          {named.map(({ key, label }) => (
            <div key={key}>
              <dt>
                <Keys of={key} />
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </footer>
  )
}
