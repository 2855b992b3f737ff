import type { ApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { Sheet } from '@maru/ui'
import { errorText } from '../../../api/error-text.ts'
import { isAboutCode } from '../../../protection/about-code.ts'
import { MoneyOutProof } from '../../../protection/money-out-proof.tsx'
import type { SentCode } from '../../../protection/use-sent-code.ts'
import { showAlert } from '../../../shell/alert.tsx'
import { minus } from '../convert/amounts.ts'
import type { End } from '../convert/ends.ts'
import { amountOf, figureOf } from '../convert/figures.ts'
import { useMoneyLane } from '../use-money-lane.ts'
import { takeOver } from '../use-request-news.ts'
import type { Receiver } from './receiver.tsx'
import { TransferFacts } from './transfer-facts.tsx'
import { transferTexts } from './transfer-texts.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  /** It was sent. */
  readonly onDone: () => void
  readonly gift: {
    readonly end: End
    readonly point: string
    readonly receiver: Receiver
    /** What may leave the wallet. */
    readonly most: string
  }
  readonly code: SentCode
}

/** Who receives what, before and after, and the code that sends it. */
export function TransferSheet({ open, onClose, onDone, gift, code }: Props) {
  const t = useTexts(transferTexts)
  const { end, point, receiver, most } = gift
  const amount = amountOf(point, end)
  const { run } = useMoneyLane('transfer')
  const send = async (otp: string) => {
    const body = { walletType: end, username: receiver.username, point, otp }
    let refusal: ApiError | undefined
    const hear = (refused: ApiError) => {
      refusal = refused
    }
    const row = await run('POST /api/dnw/transfer', body, hear, code.key)
    if (isAboutCode(refusal)) throw refusal
    onClose()
    code.renew()
    if (row) {
      onDone()
      takeOver(row)
      void showAlert(t('sent', { name: receiver.name, amount }))
    } else if (refusal) void showAlert(errorText(refusal))
  }
  return (
    <Sheet open={open} title={t('sheet')} onClose={onClose} className="money">
      <TransferFacts
        facts={[
          [t('to'), `${receiver.name} (${receiver.username})`],
          [t('amount'), amount],
        ]}
        lines={[{ end, before: figureOf(most, end), after: amountOf(minus(most, point), end) }]}
      />
      <MoneyOutProof
        action={t('send', { amount })}
        why={{ app: t('codeWhy'), phone: t('phoneWhy') }}
        code={code}
        onCode={send}
      />
    </Sheet>
  )
}
