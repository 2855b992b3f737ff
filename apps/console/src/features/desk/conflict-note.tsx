import type { DeskRequest } from '@maru/contract'
import { Button, formatTime, Icon } from '@maru/ui'
import { actWord } from '../../parts/act-words.ts'
import { BeforeAfter } from '../../parts/before-after.tsx'
import { requestStatusWords } from '../../parts/desk-words.ts'
import { t } from './texts.ts'
import type { Conflict } from './use-steps.ts'

/** Somebody else was first: what they did, what was seen, and that nothing was applied. The reason stays in its field. */
export function ConflictNote({
  row,
  conflict,
  onClose,
}: {
  row: DeskRequest
  conflict: Conflict
  onClose: () => void
}) {
  const newest = row.acts.findLast(({ refusal }) => refusal === null)
  return (
    <div className="conf" role="alert">
      <b>
        <Icon name="user" small />
        {newest ? t('otherWasFirst', { staffName: newest.staffName }) : t('changedMeanwhile')}
      </b>
      {newest && (
        <p className="num">
          {formatTime(newest.at)} · {actWord(newest.action)} · “{newest.reason}”
        </p>
      )}
      <BeforeAfter
        changes={[
          {
            name: t('seenNow'),
            before: t('stateVersion', {
              status: requestStatusWords[conflict.saw.status],
              version: conflict.saw.version,
            }),
            after: t('stateVersion', { status: requestStatusWords[row.status], version: row.version }),
          },
          { name: t('myAct'), before: conflict.pressed, after: t('notApplied') },
        ]}
      />
      <Button size={36} onClick={onClose}>
        {t('understood')}
      </Button>
    </div>
  )
}
