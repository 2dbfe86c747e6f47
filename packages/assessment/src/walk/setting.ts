import type { Setting } from '../model/detection.ts'

const VENDORED =
  /(?:^|\/)(?:vendor|vendored|node_modules|bower_components|third[-_]?party|3rdparty|external|site-packages|Pods|Carthage)\//i
const TEST_FOLDER =
  /(?:^|\/)(?:tests?|testing|__tests__|__mocks__|specs?|testdata|test-data|fixtures|it|integration-?tests?|androidTest|testFixtures)\//
const TEST_FILE =
  /(?:^|\/)(?:test_[^/]*\.py|conftest\.py|[^/]*(?:_test\.(?:go|py|rb|cc|cpp|c|rs)|_spec\.rb|[.-](?:test|spec)\.[cm]?[jt]sx?|Tests?\.(?:java|kt|cs|swift|php)|TestCase\.(?:java|php)|IT\.java))$/

/** Where a file stands in its project, by its path relative to the scanned root. */
export function settingOf(file: string): Setting {
  if (VENDORED.test(file)) return 'vendored'
  return TEST_FOLDER.test(file) || TEST_FILE.test(file) ? 'test' : 'product'
}
