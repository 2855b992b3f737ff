import { call } from '@maru/client/api/client'
import { submitCommand } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, formatMoney, TextField } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { showAlert } from '../../shell/alert.tsx'
import { CouponTermsCard } from './coupon-terms.tsx'
import { couponTexts } from './texts.ts'

type Terms = Awaited<ReturnType<typeof look>>
const look = (promoCode: string) => call('GET /api/coupon/terms', { query: { promoCode } })

/** Shows what a coupon gives and asks for; its member agrees before he gets it. */
export function CouponForm() {
  const t = useTexts(couponTexts)
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [terms, setTerms] = useState<Terms | null>(null)
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)

  const change = (text: string) => {
    setCode(
      text
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^A-Z0-9-]/g, ''),
    )
    setTerms(null)
    setFault('')
  }
  const during = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setTerms(null)
      setFault(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const check = (event: FormEvent) => {
    event.preventDefault()
    if (code.length < 2) return setFault(t('required'))
    void during(async () => setTerms(await look(code)))
  }
  const receive = () =>
    during(async () => {
      const row = await submitCommand('POST /api/coupon/use', { promoCode: code, walletType: 'BINARY' })
      change('')
      await queries.invalidateQueries({ queryKey: ['wallet'] })
      void showAlert(t('got', { amount: formatMoney(row.point, 'KRW') }))
    })
  return (
    <section className="cpn-f">
      <form onSubmit={check} noValidate>
        <TextField
          label={t('code')}
          value={code}
          onValue={change}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          error={fault || undefined}
          hint={t('hint')}
          end={
            <Button type="submit" size={44} aria-busy={isBusy}>
              {t('check')}
            </Button>
          }
        />
      </form>
      {terms && <CouponTermsCard terms={terms} isBusy={isBusy} onAgree={() => void receive()} />}
    </section>
  )
}
