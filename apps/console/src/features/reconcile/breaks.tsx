import { download } from '@maru/client/api/client'
import type { ReconcileBreak } from '@maru/contract'
import { formatCount, Icon } from '@maru/ui'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { breakColumnWord, ruleWord } from '../../parts/table-words.ts'
import { t } from './texts.ts'

/** What has to hold, each rule with whether it does; below a rule that does not the rows that disagree. */
export function Breaks({ rules, breaks }: { rules: readonly string[]; breaks: readonly ReconcileBreak[] }) {
  const broken = new Map(breaks.map((one) => [one.rule, one]))
  return (
    <section className="panel" aria-labelledby="rules">
      <header className="rec-h">
        <h2 id="rules">{t('rule')}</h2>
        <span className="dim">
          {breaks.length === 0 ? t('allMatch') : t('someDiffer', { length: rules.length, length2: breaks.length })}
        </span>
        <span className="sp" />
        <SaveCsv
          name={t('breaksFile')}
          read={(signal) => download('GET /api/console/reconciliation/break.csv', { signal })}
        />
      </header>
      <ul className="rec-rules">
        {rules.map((rule) => {
          const found = broken.get(rule)
          return (
            <li key={rule} className={found ? 'bad' : ''}>
              {ruleWord(rule)}
              <span className="sp" />
              {found ? t('count', { count: formatCount(found.count) }) : <Icon name="check" small />}
              <span className="sr">{found ? t('differs') : t('matches')}</span>
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

/** What to look at, although nothing is booked wrongly; nothing where there is nothing. */
export function Alarms({ alarms }: { alarms: readonly ReconcileBreak[] }) {
  if (alarms.length === 0) return null
  return (
    <section className="panel" aria-labelledby="alarms">
      <header className="rec-h">
        <h2 id="alarms">{t('alarms')}</h2>
        <span className="dim">{t('alarmsHint')}</span>
      </header>
      {alarms.map((one) => (
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
        {t('ruleCount', { rule: ruleWord(rule), count: formatCount(count) })}
        {rows.length < count && t('firstOf', { length: rows.length })}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="scroll" tabIndex={0} aria-label={t('linesOf', { rule: ruleWord(rule) })}>
        <table className="t">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{breakColumnWord(head)}</th>
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
