import { call } from '@maru/client/api/client'
import type { DeskMerchant } from '@maru/contract'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

interface Props {
  row: DeskMerchant
  onDone: () => void
  onClose: () => void
}

/** Blocks a merchant at once, or asks a second person to let him in again. */
export function BlockDialog({ row, onDone, onClose }: Props) {
  const isBlocked = row.blockedAt !== null
  return (
    <ActionDialog
      title={isBlocked ? t('merchantReopen') : t('merchantBlock')}
      confirm={isBlocked ? t('askSecond') : t('blockNow')}
      done={isBlocked ? t('asked') : t('blockedDone')}
      canned={isBlocked ? [t('whyChecked')] : [t('whyNoAnswer'), t('whyDisputes')]}
      changes={[
        { name: row.name, before: isBlocked ? t('blocked') : t('open'), after: isBlocked ? t('open') : t('blocked') },
      ]}
      run={async ({ reason, key }): Promise<unknown> => {
        const given = { params: { id: String(row.id) }, body: { reason, version: row.version }, key }
        return isBlocked
          ? call('POST /api/console/merchant/:id/unblock', given)
          : call('POST /api/console/merchant/:id/block', given)
      }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
