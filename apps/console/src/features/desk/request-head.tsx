import type { DeskRequest, DnwStatus } from '@maru/contract'
import { Badge, formatMinute, formatTime, Icon } from '@maru/ui'
import { Left } from '../../parts/age.tsx'
import { requestStatusWords } from '../../parts/desk-words.ts'
import { Marks } from '../../parts/marks.tsx'
import { useMe } from '../../session/staff.ts'
import { t } from './texts.ts'
import { moneyOf, wordsOf } from './words.ts'

/** How much, whose, where to, and how far it is. */
export function RequestHead({ row }: { row: DeskRequest }) {
  return (
    <div className="top">
      <div>
        <Marks marks={row.marks} />
        <p className="sum">{moneyOf(row)}</p>
        <p className="said">{wordsOf(row)}</p>
        {row.usual && (
          <Badge tone="warn">
            {t('farBeyond', { usual: moneyOf({ ...row, point: row.usual.point }), times: row.usual.times })}
          </Badge>
        )}
        <p className="said">
          {row.username} · {row.name}
          {row.account && ` · ${row.account}`}
        </p>
      </div>
      <Steps row={row} />
    </div>
  )
}

const way: readonly DnwStatus[] = ['REQUESTED', 'REVIEW', 'COMPLETED']

function Steps({ row: { steps, status, approvals, approvalsNeeded, type } }: { row: DeskRequest }) {
  const ended = status === 'REJECTED' || status === 'CANCELED' ? status : 'COMPLETED'
  const names = {
    REQUESTED: t('request'),
    REVIEW: t('confirm'),
    COMPLETED: ended === 'COMPLETED' ? (type === 'D' ? t('completed') : t('payout')) : requestStatusWords[ended],
  }
  const at = status === 'REQUESTED' ? 0 : status === 'REVIEW' ? 1 : 2
  return (
    <ol className="steps">
      {way.map((state, nth) => {
        const name = state as keyof typeof names
        const reached = steps.find((step) => step.state === (state === 'COMPLETED' ? ended : state))
        const isNow = nth === at && status !== ended
        return (
          <li
            key={state}
            className={isNow ? 'now' : reached ? 'done' : undefined}
            aria-current={isNow ? 'step' : undefined}
          >
            {names[name]}
            <br />
            {state === 'REVIEW' && status === 'REVIEW' && approvalsNeeded > 1
              ? `${approvals.length}/${approvalsNeeded}`
              : reached && formatMinute(reached.at)}
          </li>
        )
      })}
    </ol>
  )
}

/** Who agreed first and why, and how long that stands. */
export function FourEyes({ row }: { row: DeskRequest }) {
  const { memberId } = useMe()
  const [first] = row.approvals
  if (row.status !== 'REVIEW' || !first || row.approvalsNeeded < 2) return null
  const act = row.acts.findLast(
    ({ staffId, action, refusal }) => staffId === first.staffId && action === 'approveRequest' && refusal === null,
  )
  const isMine = first.staffId === memberId
  return (
    <section aria-label={t('twoApprovals')}>
      <div className="eyes">
        <div className="ok">
          <i>
            <Icon name="check" small />
          </i>
          <b>
            {act?.staffName ?? first.staffId}
            {isMine && t('andMe')}
          </b>
          <small>{t('firstApproval', { at: formatTime(first.at) })}</small>
        </div>
        <Icon name="right" small />
        <div className={isMine ? undefined : 'you'}>
          <i>2</i>
          <b>{isMine ? t('otherStaff') : t('me')}</b>
          <small>{t('secondTurn')}</small>
        </div>
      </div>
      <p className="said">
        “{act?.reason}”{' '}
        {row.approvalsExpireAt !== null && (
          <>
            · <Left until={row.approvalsExpireAt} over={t('firstLapsed')} /> {t('lapsesUnless')}
          </>
        )}
      </p>
    </section>
  )
}
