import { t } from './texts.ts'

/** What an act changes: its name, what stands there now, and what will. */
export interface Change {
  readonly name: string
  readonly before: string
  readonly after: string
  /** What should make the reader stop. */
  readonly isWarning?: boolean | undefined
}

/** Before → after, one line for each change. */
export function BeforeAfter({ changes }: { changes: readonly Change[] }) {
  return (
    <table className="rcpt" aria-label={t('whatChanges')}>
      <tbody>
        {changes.map(({ name, before, after, isWarning }) => (
          <tr key={`${name} ${after}`} className={isWarning ? 'is-alarm' : undefined}>
            <td>{name}</td>
            <td className="b">{before}</td>
            <td className="a" aria-hidden="true">
              →
            </td>
            <td className="c">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
