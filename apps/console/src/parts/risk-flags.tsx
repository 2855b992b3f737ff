import type { DeskListRow } from '@maru/contract'
import { said } from './desk-words.ts'

/** Why a request takes two persons, one line each. */
export const RiskFlags = ({ flagWords }: Pick<DeskListRow, 'flagWords'>) => (
  <ul className="chk">
    {flagWords.map(said).map((words) => (
      <li key={words} className="warn">
        {words}
      </li>
    ))}
  </ul>
)
