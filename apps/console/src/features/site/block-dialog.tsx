import { call } from '@maru/client/api/client'
import type { DeskMerchant } from '@maru/contract'
import { ActionDialog } from '../../parts/action-dialog.tsx'

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
      title={isBlocked ? '상인 다시 열기' : '상인 막기'}
      confirm={isBlocked ? '두 번째 승인 요청' : '지금 막기'}
      done={isBlocked ? '요청했습니다' : '막았습니다'}
      canned={isBlocked ? ['확인을 마쳤습니다'] : ['답이 없습니다', '분쟁이 잦습니다']}
      changes={[{ name: row.name, before: isBlocked ? '막힘' : '열림', after: isBlocked ? '열림' : '막힘' }]}
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
