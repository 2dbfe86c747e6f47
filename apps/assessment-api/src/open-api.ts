export const ASSESSMENT_INFO = {
  title: 'Sluice cryptographic assessment',
  version: '1.0.0',
  description:
    'Finds cryptography in source code, scores its quantum risk, and gives a CNSA 2.0 verdict, a migration plan and reports.',
}

/** Specification, section 1, rule 5. */
export const OPENAPI_PATH = '/openapi/v1.json'
