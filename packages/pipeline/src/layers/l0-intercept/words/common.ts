import type { WordList } from './tags.ts'

/** Words that people use in each of the languages, most of them technical. */
export const COMMON: WordList = {
  verbs: {
    destroy: 'rm truncate',
    run: 'kubectl sudo',
    release: 'deploy deploye* rollback',
  },
  nouns: {
    money: 'eur euro euros usd gbp chf brl dollar dollars dollaro dollari dólar dólares franken reais pix zelle',
    security: 'bitcoin bitcoins btc eth ether ethers usdc crypto etf',
    system:
      'server servers server* cluster clúster cluster* pod pods namespace deployment container containers vm vms nas laptop docker bucket mailserver webserver crm erp router website rds cron nginx replica réplica node nodes snapshot snapshots',
    data: 'backup backups logs log audit',
    access: 'admin admins root mfa token tokens api vpn firewall ip dns port password',
    privilege: 'admin admins root firewall sudo dns cname jumphost',
    production: 'production prod live produktion producción produzione produção staging',
    version: 'hotfix release build patch rollout',
    code: 'script sql json yaml yml html css regex solidity jest jenkinsfile dockerfile makefile workflow pipeline pipelines webhook middleware endpoint frontend backend component crud sdk unittest prisma alembic flyway sequelize doctrine knex typeorm migration migrations hotwire systemd iptables nftables imports fixture fixtures seed seeds schema stripe paypal adyen klarna mollie checkout idempotency mutex thread cronjob manifest refactor parser compiler backtest adapter mock mocks stub eslint prettier tsconfig readme websocket websockets semaphore axios webpack vite babel mypy pylint ruff cookie cookies httponly jwt cors csrf oauth graphql grpc protobuf async await struct enum kwargs localhost stdout stderr cli gitignore editorconfig cypress playwright selenium storybook tailwind bootstrap redux zustand seeder seeders kata saga idempotent gherkin cucumber mongoose rxjs jsx tsx scss dto orm monorepo cloudformation pulumi mocha chai junit testng rspec phpunit xunit linter rebase regexp usestate useeffect composable snapshotted observable tuple typedef',
    platform:
      'django mysql postgresql postgres mariadb sqlite mongodb redis ubuntu debian linux mac macos windows android ios git github gitlab jenkins azure aws gcp kubernetes apache wordpress joomla drupal grafana keycloak nextcloud phpmyadmin oracle pandas python java javascript typescript rust rails laravel spring symfony react vue npm vim vps circleci argo helm terraform powershell bash odoo flask express fastapi nestjs angular numpy ansible nextjs kotlin php ruby perl golang vercel celery celer heroku maven gradle webpack vite zsh curl vscode nodejs flutter swift swiftui svelte nuxt deno datadog sentry gitea bitbucket dynamodb firebase supabase elasticsearch kibana rabbitmq argocd',
    medical: 'mg ml lisinopril amoxicillin* amoxicilin* ibuprofen* uti icu',
    message: 'sms newsletter linkedin slack whatsapp memo',
    figure: 'pen',
    test: 'test tests testing sandbox demo tmp dummy mock fixtures fixture seed jest pytest unit',
    plain: 'linkedin slack twitter facebook instagram whatsapp texas berlin',
  },
  functions: {
    fault: 'error fatal exception erreur errore erro fehler eacces enoent traceback warning',
  },
}
