import { useTexts } from '@maru/client/i18n/texts'
import { convertTexts } from '../convert/convert-texts.ts'
import type { End } from '../convert/ends.ts'

interface Props {
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly lines: readonly { readonly end: End; readonly before: string; readonly after: string }[]
}

/** What a transfer costs and takes, and its wallets before and after. */
export function TransferFacts({ facts, lines }: Props) {
  const t = useTexts(convertTexts)
  return (
    <>
      <section className="pad">
        <dl className="kvs">
          {facts.map(([name, value]) => (
            <div key={name} className="tr-fact">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="band" />
      <section className="pad">
        <table className="rcpt">
          <tbody>
            {lines.map(({ end, before, after }) => (
              <tr key={end}>
                <td>{t(end)}</td>
                <td className="b">{before}</td>
                <td className="a">→</td>
                <td className="c">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
