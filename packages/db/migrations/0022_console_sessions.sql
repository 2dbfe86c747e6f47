CREATE TABLE "console_sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"tenant" text NOT NULL,
	"sub" text NOT NULL,
	"tokens" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"refreshed_at" timestamp (3) with time zone NOT NULL,
	"auth_time" timestamp (3) with time zone,
	"acr" text,
	"token_groups" text NOT NULL,
	"directory_groups" text NOT NULL,
	"freeze_version" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "console_sessions_person" ON "console_sessions" USING btree ("tenant","sub","created_at");--> statement-breakpoint
CREATE INDEX "console_sessions_expiry" ON "console_sessions" USING btree ("expires_at");