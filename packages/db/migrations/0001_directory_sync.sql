CREATE TABLE "directory_states" (
	"directory" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"cursor" text,
	"full_pull_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_syncs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"directory" text NOT NULL,
	"tenant" text NOT NULL,
	"trigger" text NOT NULL,
	"outcome" text DEFAULT 'running' NOT NULL,
	"pull" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"counts" jsonb,
	"fault_code" text,
	"fault" text,
	"plan_digest" text,
	"plan_subs" text[],
	"held_until" timestamp with time zone,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	"settled_by" uuid
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "directory" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "directory_user_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "directory_syncs_directory" ON "directory_syncs" USING btree ("directory","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "users_directory_user" ON "users" USING btree ("tenant","directory","directory_user_id");--> statement-breakpoint
CREATE INDEX "users_sub" ON "users" USING btree ("sub");--> statement-breakpoint
CREATE INDEX "users_preferred_username" ON "users" USING btree (lower("preferred_username"));--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));