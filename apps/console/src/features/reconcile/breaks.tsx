import type { ReconcileBreak } from '@maru/contract'
import { formatCount, Icon } from '@maru/ui'
import { columnWord, ruleWord } from './words.ts'

/** What has to hold, each rule with whether it does; below a rule that does not the rows that disagree. */
export function Breaks({ rules, breaks }: { rules: readonly string[]; breaks: readonly ReconcileBreak[] }) {
  const broken = new Map(breaks.map((one) => [one.rule, one]))
  return (
    <section className="panel" aria-labelledby="rules">
      <header className="rec-h">
        <h2 id="rules">규칙</h2>
        <span className="dim">
          {breaks.length === 0 ? '모두 맞습니다' : `${rules.length}개 중 ${breaks.length}개가 어긋납니다`}
        </span>
      </header>
      <ul className="rec-rules">
        {rules.map((rule) => {
          const found = broken.get(rule)
          return (
            <li key={rule} className={found ? 'bad' : ''}>
              {ruleWord(rule)}
              <span className="sp" />
              {found ? `${formatCount(found.count)}건` : <Icon name="check" small />}
              <span className="sr">{found ? '어긋남' : '맞음'}</span>
            </li>
          )
        })}
      </ul>
      {breaks.map((one) => (
        <BrokenRows key={one.rule} found={one} />
      ))}
    </section>
  )
}

function BrokenRows({ found: { rule, count, rows } }: { found: ReconcileBreak }) {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    <div className="rec-rows">
      <h3>
        {ruleWord(rule)}: {formatCount(count)}건{rows.length < count && `, 처음 ${rows.length}건`}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="scroll" tabIndex={0} aria-label={`${ruleWord(rule)} 줄`}>
        <table className="t">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{columnWord(head)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={JSON.stringify(row)} className="is-bad">
                {heads.map((head) => (
                  <td key={head} className="num">
                    {String(row[head] ?? '–')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
