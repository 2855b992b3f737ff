import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaCross } from '@maru/contract'
import { Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { crossQuery } from '../../../books/oversea/queries.ts'
import { accountOf } from '../account.ts'
import { won } from '../figures.ts'
import { overseaListTexts } from './texts.ts'

const leftOf = (cross: OverseaCross) => accountOf(cross, null).left

/** How much the margin account may lose until all of it is closed, and what helps. */
export function WarnStrip({ onRemedy }: { onRemedy: () => void }) {
  const t = useTexts(overseaListTexts)
  const left = useQuery({ ...crossQuery(true), select: leftOf }).data
  return (
    <div className="strip strip-warn" role="status">
      <Icon name="warn" />
      <span>
        <b>{t('nearLosscut')}</b>
        {left != null && (left > 0n ? t('losscutDistance', { amount: won(left) }) : t('losscutReached'))}
      </span>
      <button type="button" className="btn btn-s" onClick={onRemedy}>
        {t('partialClose')}
      </button>
    </div>
  )
}
