import { contrastOf } from '@maru/ui'
import { coloursOf } from './colours.ts'
import { t } from './texts.ts'

/** WCAG AA for text. */
const least = 4.5

/** How well the accent reads in both themes: as a page shows it, which may be lighter or darker than what was written. */
export function AccentCheck({ accent }: { accent: string | null }) {
  const { light, dark } = coloursOf(accent)
  const rows = [
    { name: t('lightButton'), text: light.onAccent, ground: light.accent },
    { name: t('lightAccent'), text: light.accentText, ground: '#ffffff' },
    { name: t('darkButton'), text: dark.onAccent, ground: dark.accent },
    { name: t('darkAccent'), text: dark.accentText, ground: '#101214' },
  ]
  return (
    <table className="t site-check">
      <thead>
        <tr>
          <th scope="col">{t('contrastNeeds', { least })}</th>
          <th scope="col" className="r">
            {t('contrast')}
          </th>
          <th scope="col">{t('result')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, text, ground }) => {
          const ratio = contrastOf(text, ground)
          return (
            <tr key={name}>
              <td>
                <span className="site-sample" style={{ background: ground, color: text }} aria-hidden="true">
                  {t('sample')}
                </span>
                {name}
              </td>
              <td className="r num">{ratio.toFixed(2)}</td>
              <td>{ratio >= least ? t('passes') : t('hardToRead')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
