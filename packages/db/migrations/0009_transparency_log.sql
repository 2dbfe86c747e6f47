CREATE TABLE "audit_positions" (
	"tenant" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_checkpoints" (
	"kind" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"note" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_head" (
	"only" smallint PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_tiles" (
	"level" smallint NOT NULL,
	"index" bigint NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "log_tiles_level_index_pk" PRIMARY KEY("level","index")
);
--> statement-breakpoint
-- What was entered before the log stays as it was, in a table of its own: nothing commits to it.
ALTER TABLE "audit_events" RENAME TO "audit_events_before_log";--> statement-breakpoint
ALTER TABLE "audit_events_before_log" DROP CONSTRAINT "audit_events_id";--> statement-breakpoint
DROP INDEX "audit_events_tenant", "audit_events_at", "audit_events_sub", "audit_events_session", "audit_events_grave";--> statement-breakpoint
-- Their numbers begin anew.
DELETE FROM "siem_receivers";--> statement-breakpoint
CREATE TABLE "audit_events" (
	"number" bigint NOT NULL,
	"id" text NOT NULL,
	"tenant" text NOT NULL,
	"position" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"severity" smallint NOT NULL,
	"sub" text,
	"actor" text,
	"session_id" bigint,
	"sequence" bigint,
	"request_id" text,
	"code" text,
	"layers" text[] NOT NULL,
	"policy_ids" text[] NOT NULL,
	"record" jsonb,
	"salt" bytea,
	"commitment" bytea NOT NULL,
	CONSTRAINT "audit_events_number" PRIMARY KEY("number","at")
) PARTITION BY RANGE ("at");--> statement-breakpoint
-- For odd times; the audit trail makes a partition for each month.
CREATE TABLE "audit_events_other" PARTITION OF "audit_events" DEFAULT;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_events_id" ON "audit_events" USING btree ("id","at");--> statement-breakpoint
CREATE INDEX "audit_events_tenant" ON "audit_events" USING btree ("tenant","number");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("tenant","at");--> statement-breakpoint
CREATE INDEX "audit_events_sub" ON "audit_events" USING btree ("tenant","sub","number");--> statement-breakpoint
CREATE INDEX "audit_events_session" ON "audit_events" USING btree ("tenant","session_id","number");--> statement-breakpoint
CREATE INDEX "audit_events_grave" ON "audit_events" USING btree ("number") WHERE "audit_events"."severity" >= 7;
