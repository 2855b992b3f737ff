import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { Badge, Button, Chip } from '@maru/ui'
import { useState } from 'react'
import { useSentCode } from '../../../protection/use-sent-code.ts'
import { showAlert } from '../../../shell/alert.tsx'
import { isMore, percentOf } from '../convert/amounts.ts'
import { EndCard } from '../convert/end-card.tsx'
import { EndSheet } from '../convert/end-sheet.tsx'
import { decimalsOf, type End } from '../convert/ends.ts'
import { amountOf } from '../convert/figures.ts'
import { useMoneyLane } from '../use-money-lane.ts'
import { isAmount, leavingOf } from './amount.ts'
import { NothingToGive } from './nothing-to-give.tsx'
import { type Receiver, ReceiverField } from './receiver.tsx'
import { TransferSheet } from './transfer-sheet.tsx'
import { transferTexts } from './transfer-texts.ts'

/** Gives money to another member of the site. */
export function MemberTransfer({ wallets }: { wallets: readonly MyWallet[] }) {
  const t = useTexts(transferTexts)
  const ends = wallets.map(({ type }) => type).filter((type): type is End => type !== 'BONUS')
  const [end, setEnd] = useState<End>(ends[0] ?? 'BINARY')
  const [isChoosing, setChoosing] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const [receiver, setReceiver] = useState<Receiver | null>(null)
  const [point, setPoint] = useState('')
  const code = useSentCode()
  const { busy } = useMoneyLane('transfer')
  const most = leavingOf(wallets, end)
  const source = wallets.find(({ type }) => type === end)
  const exceeds = isAmount(point) && isMore(point, most)
  const choose = (next: End) => {
    setEnd(next)
    setPoint('')
    setChoosing(false)
  }
  return (
    <>
      <ReceiverField confirmed={receiver} onConfirm={setReceiver} />
      <div className="cv-cards">
        <EndCard
          end={end}
          available={most}
          value={point}
          onValue={setPoint}
          isWrong={exceeds}
          badge={<Badge>{t('give')}</Badge>}
          onChoose={() => setChoosing(true)}
        />
      </div>
      <div className="cv-shares">
        {([25, 50, 75, 100] as const).map((share) => (
          <Chip key={share} onClick={() => setPoint(percentOf(most, share, decimalsOf(end)))}>
            {share === 100 ? t('all') : `${share}%`}
          </Chip>
        ))}
      </div>
      {source && Number(most) === 0 && <NothingToGive wallet={source} />}
      {exceeds && (
        <p className="cv-quote is-bad" role="alert">
          {t('exceeds')}
        </p>
      )}
      <section className="pad">
        <dl className="kvs">
          <dt>{t('most')}</dt>
          <dd className="num">{amountOf(most, end)}</dd>
          <dt>{t('fee')}</dt>
          <dd>{t('none')}</dd>
        </dl>
        <p className="cv-note">{t('promise')}</p>
      </section>
      <div className="dock">
        <Button
          tone="primary"
          size={52}
          className="wide"
          disabled={receiver === null || exceeds || busy !== null}
          onClick={() => (isAmount(point) ? setConfirming(true) : void showAlert(t('required')))}
        >
          {busy
            ? t(busy)
            : receiver === null
              ? t('findFirst')
              : isAmount(point)
                ? t('send', { amount: amountOf(point, end) })
                : t('sendEmpty')}
        </Button>
      </div>
      <EndSheet
        open={isChoosing}
        ends={ends}
        chosen={end}
        availableOf={(one) => leavingOf(wallets, one)}
        onChoose={choose}
        onClose={() => setChoosing(false)}
      />
      {receiver && isAmount(point) && (
        <TransferSheet
          open={isConfirming}
          onClose={() => setConfirming(false)}
          onDone={() => setPoint('')}
          gift={{ end, point, receiver, most }}
          code={code}
        />
      )}
    </>
  )
}
