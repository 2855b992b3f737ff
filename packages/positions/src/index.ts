export {
  type Bracket,
  type Brackets,
  bracketFault,
  bracketOf,
  isLooser,
  maintenanceMargin,
  majorBrackets,
  maxLeverageFor,
  maxNotionalFor,
  otherBrackets,
  parseVenueBrackets,
  shippedBrackets,
  strictestOf,
} from './brackets.ts'
export {
  type ContractTerms,
  contractFee,
  contractFill,
  contractMargin,
  contractPrice,
  contractScale,
  type FxRateE2,
  financingKrw,
  openingContracts,
  pnlKrw,
  tickSizesBetween,
  tickValueKrw,
  triggerAtDistance,
  type UsdE4,
} from './contracts.ts'
export {
  type CopyBudget,
  type CopyLeverage,
  type CopyOffer,
  type CopySize,
  type CopyStake,
  copyBudget,
  copyClose,
  copyLeverage,
  copyLimit,
  copyOffer,
} from './copy.ts'
export { ceilDiv, floorDiv, formatRational, formatUnits, parseUnits, type Rational } from './decimal.ts'
export { addConsumption, type Consumption, type Level, type Walk, type WalkLimits, walk, worstPrice } from './depth.ts'
export { type ExitCheck, type ExitFault, exitFault } from './exits.ts'
export { type FundingRate, fundingByIndex, fundingIndexStep, fundingPayment } from './funding.ts'
export { bankruptcyPrice, crossMargin, isLiquidatable, liquidationPrice, liquidationPriceText } from './liquidation.ts'
export {
  type CostInput,
  feeOf,
  initialMargin,
  marginRatioPpm,
  type OrderCost,
  openLoss,
  orderCost,
  RUINED_PPM,
  releasedMargin,
  removableMargin,
  roundTripPpm,
} from './margin.ts'
export { type OrderMargin, type OrderMarginInput, orderMargin, type WorkingOrder } from './order-margin.ts'
export {
  addFill,
  averageEntry,
  averagePrice,
  entryNotional,
  entryPriceText,
  type FillEffect,
  flat,
  type Position,
  positionNotional,
  roeBp,
  unrealizedPnl,
} from './position.ts'
export { type ShareTerms, settleShare, shareSetAside } from './profit-share.ts'
export { type MaxQtyInput, maxQty, type QtyPer, type QtyShare, qtyPer, qtyShares } from './qty-per.ts'
export { type Minor, notionalOf, type Ppm, type QuoteScale, quoteOf, quoteScale, type Side, sideOf } from './scale.ts'
