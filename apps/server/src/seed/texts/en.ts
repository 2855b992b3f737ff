import type { DemoTexts } from './text.ts'

/** Of demo sites in English. */
export const enTexts: DemoTexts = {
  faq: [
    {
      category: 'ACCOUNT',
      title: 'Can I trade right after I sign up?',
      content:
        '<p>Yes. You get virtual money (KRW 10,000,000 and 10,000 USDT) as you sign up, and may trade all that this site offers. This is a demo site: no real money moves.</p><p>Deposits, withdrawals, gifts to other members and bank accounts need a verified identity.</p>',
    },
    {
      category: 'ACCOUNT',
      title: 'I forgot my username or password.',
      content:
        '<p>Use <strong>Find username or password</strong> on the sign-in page, with the phone number of your account. If you enrolled an authenticator app, its code is needed to change the password too.</p><p>Our staff neither know your password nor can set it.</p>',
    },
    {
      category: 'ACCOUNT',
      title: 'May I have several accounts?',
      content: '<p>One person verifies one account on this site. You have to be 19 or older.</p>',
    },
    {
      category: 'MONEY',
      title: 'When does a deposit arrive?',
      content:
        '<p>By itself, once the amount that you asked for comes from an account in your own name. If name or amount differ, our staff look at it first.</p><ul><li>From KRW 10,000, in steps of 1,000</li><li>A request waits two hours for its money, then it is cancelled.</li></ul>',
    },
    {
      category: 'MONEY',
      title: 'What does a withdrawal cost, and how much can I withdraw?',
      content:
        '<ul><li>From KRW 10,000, in steps of 1,000. The fee is 1,000 and comes out of the amount.</li><li>Up to 50,000,000 a day, one request at a time.</li><li>For a short while you can cancel it in the history.</li></ul><p>Nobody here asks for a deposit or a tax before he pays you. If somebody does, please write to us.</p>',
    },
    {
      category: 'MONEY',
      title: 'Why can I not withdraw what I just deposited?',
      content:
        '<p>For some time a deposit may be traded with, but neither withdrawn nor sent to others. Withdrawals also rest after a change of password, authenticator app, bank account or phone number. Your wallet shows until when.</p>',
    },
    {
      category: 'ROUND',
      line: 'rounds',
      title: 'What is the difference between rent and binary rounds?',
      content:
        '<ul><li><strong>Rent</strong>: the price at the start of the round is the strike of all. You stake before it starts.</li><li><strong>Binary</strong>: the price right after your stake is your own strike. You stake while the round runs.</li></ul><p>Both are decided by whether the price at the end is above or below the strike. If it is the same, the round is void and stakes are returned in full.</p>',
    },
    {
      category: 'ROUND',
      line: 'rounds',
      title: 'Can I check a result myself?',
      content:
        '<p>Yes. Open the result of a round and choose <strong>Verify</strong>: you see the trades at the start and the end, all trades five seconds around them and the signature, and your browser computes the result again. No account is needed.</p>',
    },
    {
      category: 'ROUND',
      line: 'rounds',
      title: 'Can I cancel a stake? When is a round void?',
      content:
        '<p>A stake cannot be cancelled. Where prices are missing, the market is closed or the price ends where it began, the round is void by its rules and stakes are returned in full. Staff cannot change a result.</p>',
    },
    {
      category: 'FUTURES',
      line: 'futures',
      title: 'How is the liquidation price found?',
      content:
        '<p>It is the mark price at which the margin ratio is 100%. At 80% we warn you. More margin or a smaller position moves it away. Your balance never falls below zero.</p>',
    },
    {
      category: 'FUTURES',
      line: 'futures',
      title: 'What happens while prices are missing?',
      content:
        '<p>No order that opens something is taken, and triggers and liquidation rest. You can ask to close at the market at any time: it fills at the first order book that comes.</p>',
    },
    {
      category: 'FUTURES',
      line: 'futures',
      title: 'When is funding paid?',
      content:
        '<p>When the clock of the trade page reaches zero and you hold a position. With a positive rate longs pay shorts, with a negative one shorts pay longs: quantity × mark price × rate.</p>',
    },
    {
      category: 'OVERSEA',
      line: 'oversea',
      title: 'When can I trade overseas futures?',
      content:
        '<p>The trade page shows whether the session is open and how long it lasts. In its last ten minutes only closing orders are taken, and five minutes before the end positions without overnight holding are closed at the market.</p>',
    },
    {
      category: 'OVERSEA',
      line: 'oversea',
      title: 'When does the loss cut happen?',
      content:
        '<p>When your balance with open results is 20% of the margin of your open positions or less, all orders are cancelled and all overseas positions closed at the market. At 40% we warn you.</p>',
    },
    {
      category: 'COPY',
      title: 'Is there copy trading?',
      content:
        '<p>Not yet. We will tell you in a notice when it opens. Whoever offers to copy trades for you here has nothing to do with us.</p>',
    },
    {
      category: 'SECURITY',
      title: 'How do I enrol an authenticator app?',
      content:
        '<p>Under More → Security. From then on its code is asked for when you sign in and withdraw. Please keep the recovery codes somewhere else than on your phone.</p>',
    },
    {
      category: 'SECURITY',
      title: 'I was told of a sign-in from a device that I do not know.',
      content:
        '<p>Sign that device out under More → Security, and change your password. A change holds withdrawals for a while, so that nobody who got in can take anything away at once.</p>',
    },
    {
      category: 'LIMITS',
      title: 'Can I limit myself?',
      content:
        '<p>Yes: deposits, losses, stakes and time, by day, 7 days and 30 days, under More → Limits and breaks. A lower limit counts at once, a higher one after 24 hours and your confirmation.</p>',
    },
    {
      category: 'LIMITS',
      title: 'I want to take a break, or to stop.',
      content:
        '<p>You can take a break of 24 hours, 7 days, 30 days or 6 weeks, or exclude yourself for six months and more, which cannot be undone. Closing positions and withdrawing stay possible at all times.</p><p>If you need somebody to talk to, call <strong>1336</strong> in Korea: free, day and night.</p>',
    },
  ],
  strategies: [
    {
      category: 'MARKET',
      title: 'Know when the important figures come',
      content:
        '<p>Around rate decisions, inflation and employment figures prices jump and order books are thin: the same order may fill at a worse price than usual.</p><ul><li>See today’s releases and how important they are in the economic calendar.</li><li>Alerts can tell you of important ones ten minutes before.</li><li>A smaller position around a release is a choice too.</li></ul>',
    },
    {
      category: 'ROUND',
      line: 'rounds',
      title: 'What a payout rate says about your chances',
      content:
        '<p>At a rate of 1.90 you have to be right in 52.6% of all rounds to break even, at 1.85 in 54.1%. Over short times prices are mostly chance, so who goes on long enough loses on average.</p><p>Doubling stakes after a loss changes no chance and makes losses larger. Please set your limits before you begin.</p>',
    },
    {
      category: 'FUTURES',
      line: 'futures',
      title: 'Choose the stop before the leverage',
      content:
        '<p>At leverage 10 your margin is lost before the price has moved 10% against you, at 50 before it has moved 2%.</p><ol><li>Choose the price at which you were wrong.</li><li>Choose a quantity whose loss there you can bear.</li><li>Place the stop loss with the order.</li></ol><p>In a sudden move a stop may fill at a worse price than its own.</p>',
    },
    {
      category: 'OVERSEA',
      line: 'oversea',
      title: 'What a tick is worth in won',
      content:
        '<p>A tick of the NASDAQ100 is 0.25 points and USD 0.50. Forty ticks are USD 20 a contract, or KRW 28,000 at a rate of 1,400. The rate is fixed for each session, and the trade page shows the value of a tick.</p><p>Overnight holding needs twice the margin: please look at your balance before the session ends.</p>',
    },
  ],
  promotions: [
    {
      title: 'Virtual money to begin with',
      content:
        '<p>Who signs up gets <strong>KRW 10,000,000</strong> and <strong>10,000 USDT</strong> of virtual money, to try all kinds of trading without real money.</p>',
      conditions:
        'Given once, as you sign up. Virtual money is no real money and cannot be paid out. Results on this site say nothing about results with real money.',
      link: '/wallet/asset',
    },
  ],
  notices: [
    {
      category: 'NOTICE',
      isPinned: true,
      title: 'This is a demo site',
      content:
        '<p>All trading, deposits and withdrawals are of virtual points: no real money moves. A sandbox plays banks, coin networks and identity checks.</p><p>Rounds and trading with leverage can cost all that is put in, here as with real money.</p>',
    },
    {
      category: 'MAINTENANCE',
      title: 'How we tell you of maintenance',
      content:
        '<p>Planned maintenance is announced at the top of the pages and here. While it lasts you cannot stake, open positions or request money; closing positions and cancelling orders stay possible, and running rounds go by their rules.</p>',
    },
    {
      category: 'EVENT',
      title: 'Virtual money for new members',
      content: '<p>New members get KRW 10,000,000 and 10,000 USDT of virtual money. See the promotions.</p>',
    },
    {
      category: 'MONEY',
      title: 'Deposits and withdrawals',
      content:
        '<ul><li>Only from and to bank accounts in your own name.</li><li>We aim to pay a withdrawal within 24 hours.</li><li>The history shows each step of a request, and alerts can tell you of it.</li></ul>',
    },
  ],
}
