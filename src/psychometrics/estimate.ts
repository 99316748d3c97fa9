/** EAP: expected a posteriori; MAP: maximum a posteriori; ML: maximum likelihood; WLE: Warm's weighted likelihood. */
export type Method = 'EAP' | 'MAP' | 'ML' | 'WLE';

/** What a standard error was computed from. */
export type SeKind = 'posterior_sd' | 'expected_information' | 'observed_information';

/** An estimate of theta. */
export type Estimate = {
  method: Method;
  theta: number;
  /** Standard error; infinite without answers (ML and WLE). At a bound it has no meaning. */
  se: number;
  se_kind: SeKind;
  /** The end of the search range if the estimate stands there because the function to maximise rises towards it. */
  bound: 'none' | 'lower' | 'upper';
  converged: boolean;
};
