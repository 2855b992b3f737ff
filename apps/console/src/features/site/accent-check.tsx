import { contrastOf } from '@maru/ui'
import { coloursOf } from './colours.ts'

/** WCAG AA for text. */
const least = 4.5

/** How well the accent reads in both themes: as a page shows it, which may be lighter or darker than what was written. */
export function AccentCheck({ accent }: { accent: string | null }) {
  const { light, dark } = coloursOf(accent)
  const rows = [
    { name: '밝은 화면 · 버튼 글자', text: light.onAccent, ground: light.accent },
    { name: '밝은 화면 · 강조 글자', text: light.accentText, ground: '#ffffff' },
    { name: '어두운 화면 · 버튼 글자', text: dark.onAccent, ground: dark.accent },
    { name: '어두운 화면 · 강조 글자', text: dark.accentText, ground: '#101214' },
  ]
  return (
    <table className="t site-check">
      <thead>
        <tr>
          <th scope="col">읽기 검사 {least} 이상</th>
          <th scope="col" className="r">
            대비
          </th>
          <th scope="col">결과</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, text, ground }) => {
          const ratio = contrastOf(text, ground)
          return (
            <tr key={name}>
              <td>
                <span className="site-sample" style={{ background: ground, color: text }} aria-hidden="true">
                  가나
                </span>
                {name}
              </td>
              <td className="r num">{ratio.toFixed(2)}</td>
              <td>{ratio >= least ? '통과' : '읽기 어려움'}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
